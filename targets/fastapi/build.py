"""Makes the virtual environment that target.json starts the server in: python3 build.py FOLDER."""

import subprocess
import sys
import venv
from pathlib import Path

folder = Path(sys.argv[1])
venv.create(folder, with_pip=True, symlinks=True)
pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
wanted = ["--require-hashes", "--only-binary", ":all:", "--requirement", "requirements.txt"]
if subprocess.run([*pip, *wanted], check=False).returncode != 0:
    sys.exit(
        "pip could not install requirements.txt. It needs the package index once (PIP_INDEX_URL, HTTPS_PROXY, or offline "
        "PIP_NO_INDEX=1 with PIP_FIND_LINKS=a folder that `pip download --require-hashes -r requirements.txt` filled), "
        f"and CPython 3.11 or newer: this is {sys.version.split()[0]}"
    )
