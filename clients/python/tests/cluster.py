"""A list on a Dask cluster whose workers are killed on the way must be, byte for byte, that of one process.

    python3 clients/python/tests/cluster.py INDEX LIST.csv PARTITIONS KILLS

LIST.csv has the columns id and address; DOORPLATE_COMMAND says how Doorplate is called.
"""

import os
import random
import shlex
import signal
import sys
import tempfile
import threading
import time

import dask
import dask.dataframe
import distributed
import pandas

import doorplate
import doorplate.dask

OPTIONS = {
    "columns": {"address": "address"},
    "threads": 1,
    "command": shlex.split(os.environ["DOORPLATE_COMMAND"]),
}
WORKERS = 2


def kill_workers(client: distributed.Client, kills: int, done: threading.Event) -> int:
    """Kills one worker after the other, each while it has a partition; says how many."""
    killed = 0
    while killed < kills and not done.wait(random.uniform(0.5, 1.5)):
        workers = client.scheduler_info()["workers"]
        if len(workers) < WORKERS:
            # A nanny whose worker does not start in time gives up, and is replaced.
            client.cluster.scale(WORKERS)
            continue
        busy = [worker for worker, tasks in client.processing().items() if tasks]
        pids = client.run(os.getpid, workers=[each for each in busy if each in workers][:1], on_error="return")
        for pid in pids.values():
            if isinstance(pid, int):
                os.kill(pid, signal.SIGKILL)
                killed += 1
    return killed


def main(index: str, path: str, partitions: int, kills: int) -> None:
    frame = pandas.read_csv(path, dtype={"address": str}, keep_default_na=False)
    # A partition may lose its worker as often as there are kills.
    dask.config.set({"distributed.scheduler.allowed-failures": kills + 1})
    with tempfile.TemporaryDirectory() as folder, distributed.LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        matched = doorplate.dask.match(
            dask.dataframe.from_pandas(frame, npartitions=partitions), index=index, **OPTIONS
        )
        done, killed = threading.Event(), []
        killer = threading.Thread(target=lambda: killed.append(kill_workers(client, kills, done)))
        begun = time.monotonic()
        killer.start()
        try:
            paths = matched.to_csv(os.path.join(folder, "part-*.csv"), index=False, header=False)
        finally:
            done.set()
            killer.join()
        seconds = time.monotonic() - begun
        spread = b"".join(open(each, "rb").read() for each in paths)
    whole = doorplate.match(frame, index=index, **OPTIONS).to_csv(index=False, header=False).encode()
    assert spread == whole, "the list of the cluster differs from that of one process"
    print(f"{len(frame)} rows, {len(paths)} partitions, {killed[0]} kills, {seconds:.0f} s: the same bytes")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
