// Random games of OpenSpiel in a loop of C++, with nothing of Python in it: compiled against the headers of its wheel, and loaded after its
// library, which has all the rest (see compare.py). The generator is a cheap one, so that it is not what is measured.

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"

namespace {

using open_spiel::Action;
using open_spiel::Game;
using open_spiel::State;

constexpr int kMostPlayers = 8;
// Games between two looks at the time.
constexpr int64_t kAtATime = 500;

// SplitMix64.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Below(uint64_t n) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(Next()) * n) >> 64);
  }

  double Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

 private:
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

// What one game had of decisions; a decision has two options or more.
struct Length {
  int64_t decisions = 0;
  int64_t options = 0;
};

Action Choose(const std::vector<Action>& legal, Random& random, Length& length) {
  if (legal.size() > 1) {
    length.decisions += 1;
    length.options += static_cast<int64_t>(legal.size());
  }
  return legal[random.Below(legal.size())];
}

void ActAtOnce(State& state, Random& random, Length& length) {
  std::vector<Action> actions(state.NumPlayers());
  for (int player = 0; player < state.NumPlayers(); ++player) {
    actions[player] = Choose(state.LegalActions(player), random, length);
  }
  state.ApplyActions(actions);
}

// Plays a game to its end, and returns what each player has then.
std::vector<double> Play(const Game& game, Random& random, Length& length) {
  std::unique_ptr<State> state = game.NewInitialState();
  while (!state->IsTerminal()) {
    if (state->IsChanceNode()) {
      state->ApplyAction(open_spiel::SampleAction(state->ChanceOutcomes(), random.Unit()).first);
    } else if (state->IsSimultaneousNode()) {
      ActAtOnce(*state, random, length);
    } else {
      state->ApplyAction(Choose(state->LegalActions(), random, length));
    }
  }
  return state->Returns();
}

void Add(double (&sum)[2], double value) {
  sum[0] += value;
  sum[1] += value * value;
}

// Of the processor that this thread had.
double Seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

extern "C" {

// Sums over games, and of squares; the same figures as `Sums` of tests/src/peers.rs.
struct Sums {
  int64_t games;
  double seconds;
  double decisions[2];
  double options[2];
  double scores[kMostPlayers][2];
};

// Plays random games of what `name` says until `seconds` are over or `games` are played.
int Sample(const char* name, uint64_t seed, double seconds, int64_t games, Sums* sums) {
  std::shared_ptr<const Game> game = open_spiel::LoadGame(std::string(name));
  if (game->NumPlayers() > kMostPlayers) return 1;
  std::memset(sums, 0, sizeof(Sums));
  Random random(seed);
  const double start = Seconds();
  while (sums->seconds < seconds && sums->games < games) {
    const int64_t now = std::min(kAtATime, games - sums->games);
    for (int64_t i = 0; i < now; ++i) {
      Length length;
      std::vector<double> returns = Play(*game, random, length);
      Add(sums->decisions, static_cast<double>(length.decisions));
      Add(sums->options, static_cast<double>(length.options));
      for (int player = 0; player < game->NumPlayers(); ++player) {
        Add(sums->scores[player], returns[player]);
      }
    }
    sums->games += now;
    sums->seconds = Seconds() - start;
  }
  return 0;
}
}
