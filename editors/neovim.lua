-- Tries `ludex lsp` with the client of a Neovim without a window, 0.7 or newer:
--
--   LUDEX=target/debug/ludex nvim --clean --headless -c 'luafile editors/neovim.lua'
--
-- A copy of Kabale is opened, a word of an effect misspelt, and what the server answers asked for: problems, fixes, hover, completion, formatting. It leaves with 1 if something is missing. With
-- SESSION=FILE what is said is written down (`record.mjs`); then LUDEX may be `-`, and nobody answers.

local ludex = vim.env.LUDEX or 'ludex'
local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local folder = vim.env.FOLDER or vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
vim.fn.system({ 'cp', '-r', here .. '/../rulesets/kabale/.', folder })

local cmd = { ludex, 'lsp' }
if vim.env.SESSION then
  cmd = { 'node', here .. '/record.mjs', vim.env.SESSION, folder }
  if ludex ~= '-' then vim.list_extend(cmd, { ludex, 'lsp' }) end
end
local patience = ludex == '-' and 500 or 10000

local failed = false
local function expect(what, seen)
  io.stdout:write((seen and 'ok   ' or 'MISS ') .. what .. '\n')
  failed = failed or not seen
end

local published = {}
local client = vim.lsp.start_client({
  name = 'ludex',
  cmd = cmd,
  root_dir = folder,
  handlers = {
    ['textDocument/publishDiagnostics'] = function(_, result) published[result.uri] = result.diagnostics end,
  },
})
expect('the server starts', client ~= nil)

local function wait(seen) return vim.wait(patience, seen, 20) end
local function ask(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, patience) or {}
  return answers[client] and answers[client].result
end

vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/cards.yaml'))
local buffer = vim.api.nvim_get_current_buf()
local uri = vim.uri_from_bufnr(buffer)
vim.lsp.buf_attach_client(buffer, client)
-- of what has no problem a server may say nothing
vim.wait(1000, function() return published[uri] ~= nil end, 20)
expect('a shipped ruleset has no problem', #(published[uri] or {}) == 0)

-- the first effect that moves a card
local line, column
for number, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
  column = text:find('move ', 1, true)
  if column then
    line = number - 1
    break
  end
end
vim.api.nvim_buf_set_text(buffer, line, column - 1, line, column + 3, { 'mvoe' })
local function problem() return published[uri] and published[uri][1] end
expect('a misspelt verb is a problem', wait(problem))
local range = problem() and problem().range
expect('under the word', range and range.start.line == line and range.start.character == column - 1 and range['end'].character == column + 3)

local document = { uri = uri }
local place = { line = line, character = column + 2 }
range = range or { start = place, ['end'] = place }
local actions = ask(buffer, 'textDocument/codeAction', { textDocument = document, range = range, context = { diagnostics = published[uri] or {} } })
expect('it can be mended', actions and #actions > 0)
vim.api.nvim_buf_set_text(buffer, line, column - 1, line, column + 3, { 'move' })
expect('mended, it is gone', wait(function() return published[uri] and #published[uri] == 0 end))
expect('hover tells what a verb is', (ask(buffer, 'textDocument/hover', { textDocument = document, position = place }) or {}).contents)
local listed = ask(buffer, 'textDocument/completion', { textDocument = document, position = place }) or {}
expect('completion lists words', #(listed.items or listed) > 0)

vim.api.nvim_buf_set_text(buffer, line, column + 3, line, column + 3, { '  ' })
local edits = ask(buffer, 'textDocument/formatting', { textDocument = document, options = { tabSize = 2, insertSpaces = true } })
expect('formatting takes spaces out that are too many', edits and #edits == 1)

vim.lsp.stop_client(client)
wait(function() return vim.lsp.client_is_stopped(client) end)
vim.cmd(failed and 'cquit 1' or 'quitall!')
