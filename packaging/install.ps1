# Installs Ludex @VERSION@ from the archive of its release, once its checksum is right.
#   LUDEX_INSTALL_DIR  where the program goes   [%LOCALAPPDATA%\Programs\ludex]
#   LUDEX_DOWNLOAD     where the release lies   [@URL@]
$ErrorActionPreference = 'Stop'

function Install-Ludex {
    $version = '@VERSION@'
    $url = if ($env:LUDEX_DOWNLOAD) { $env:LUDEX_DOWNLOAD } else { '@URL@' }
    $into = if ($env:LUDEX_INSTALL_DIR) { $env:LUDEX_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA 'Programs\ludex' }
    if ($env:PROCESSOR_ARCHITECTURE -notin 'AMD64', 'ARM64') {
        throw "no program is built for $env:PROCESSOR_ARCHITECTURE; with Rust: cargo install ludex-cli"
    }
    # Windows on ARM runs it too
    $name = "ludex-$version-x86_64-pc-windows-msvc"
    $work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
        $archive = Join-Path $work "$name.zip"
        Invoke-WebRequest -UseBasicParsing -Uri "$url/$name.zip" -OutFile $archive
        Invoke-WebRequest -UseBasicParsing -Uri "$url/$name.zip.sha256" -OutFile "$archive.sha256"
        $wanted = (Get-Content "$archive.sha256" -Raw).Trim().Split(' ')[0]
        $found = (Get-FileHash -Algorithm SHA256 -Path $archive).Hash
        if ($wanted.Length -ne 64 -or $found -ne $wanted) {
            throw "$name.zip is not what was released: its checksum is wrong"
        }
        Expand-Archive -Path $archive -DestinationPath $work
        New-Item -ItemType Directory -Force -Path $into | Out-Null
        Copy-Item -Force -Path (Join-Path $work "$name\ludex.exe") -Destination (Join-Path $into 'ludex.exe')
    }
    finally {
        Remove-Item -Recurse -Force -Path $work
    }
    $path = [Environment]::GetEnvironmentVariable('Path', 'User')
    if (($path -split ';') -notcontains $into) {
        [Environment]::SetEnvironmentVariable('Path', "$into;$path", 'User')
        Write-Output "$into is on your path in new windows"
    }
    Write-Output "ludex $version is in $into"
}

Install-Ludex
