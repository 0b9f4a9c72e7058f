"""Import time and module count of `import volition`, beside bare Python and pydantic, as ratios.

Median of fresh interpreters, interleaved; everything compiled beforehand.
"""

import statistics
import subprocess
import sys
import time

ROUNDS = 15
WHAT = {
    "nothing": "pass",
    "import pydantic": "import pydantic",
    "import volition": "import volition",
    "from volition import action": "from volition import action",
    "from volition import Assistant": "from volition import Assistant",
    "volition.cli.main (what every command pays)": "import volition.cli.main",
}


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in WHAT}
    modules = {}
    for name, code in WHAT.items():
        done = subprocess.run(
            [sys.executable, "-c", f"{code}; import sys; print(len(sys.modules))"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        modules[name] = int(done.stdout)
    for _ in range(ROUNDS):
        for name, code in WHAT.items():
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times[name].append(time.perf_counter() - begun)
    bare = statistics.median(times["nothing"])
    pydantic = statistics.median(times["import pydantic"]) - bare
    print("| what | modules | ms beyond bare Python | ratio to import pydantic |")
    print("| --- | ---: | ---: | ---: |")
    for name, seconds in times.items():
        beyond = statistics.median(seconds) - bare
        print(f"| {name} | {modules[name]} | {1000 * beyond:.0f} | {beyond / pydantic:.2f} |")


if __name__ == "__main__":
    main()
