"""Against a real service (DOORPLATE_URL, DOORPLATE_KEY) and the real command (DOORPLATE_COMMAND, DATA_DIR)."""

import io
import os
import shlex
import subprocess
import unittest

import doorplate.dask
from doorplate import Client, MatchFailed, Problem, match, match_batches

COMMAND = shlex.split(os.environ["DOORPLATE_COMMAND"])
RIGHT = "11 Taylor St, Melbourne VIC 3000"
LABEL = "11 TAYLOR ST, MELBOURNE VIC 3000"

try:
    import pandas
except ImportError:
    pandas = None


def matched(data, **options):
    return match(data, product="au", command=COMMAND, threads=1, **options)


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.client = Client(os.environ["DOORPLATE_URL"], os.environ["DOORPLATE_KEY"])

    def test_looks_up(self):
        first = self.client.autocomplete("11 taylor st melbourne", top=3)[0]
        self.assertEqual(first["address"], LABEL)
        self.assertEqual(self.client.get(first["id"])["address_label"], LABEL)
        self.assertEqual(self.client.validate(RIGHT)["address_label"], LABEL)
        self.assertEqual(self.client.match([RIGHT, "?"])[0]["id"], first["id"])

    def test_refusals_are_problems(self):
        with self.assertRaises(Problem) as refused:
            self.client.get("NOWHERE/1")
        self.assertEqual(refused.exception.status, 404)
        with self.assertRaises(Problem) as nearly:
            self.client.validate("11 Taylor St, Melbourne VIC 3000 ph 0412 345 678")
        self.assertEqual(nearly.exception.body["nearest"][0]["address"], LABEL)
        with self.assertRaises(Problem) as unknown:
            Client(os.environ["DOORPLATE_URL"], "api_wrong").autocomplete("1")
        self.assertEqual(unknown.exception.status, 401)


class MatchTest(unittest.TestCase):
    def test_rows_come_back_in_order(self):
        rows = [{"n": i, "address": RIGHT if i % 2 else "rubbish"} for i in range(1200)]
        found = list(matched(rows))
        self.assertEqual([row["n"] for row in found], list(range(1200)))
        self.assertEqual({row["match_address"] for row in found}, {LABEL, ""})
        self.assertEqual(found[1]["match_verdict"], "exact")

    def test_lines(self):
        self.assertEqual([row["match_verdict"] for row in matched([RIGHT, "?"])], ["exact", "not-found"])
        self.assertEqual(list(matched([])), [])

    def test_columns_are_named(self):
        rows = [{"a": "11 Taylor St", "b": "Melbourne", "c": "3000"}]
        (found,) = matched(rows, columns={"address": ["a", "b"], "postcode": "c"})
        self.assertEqual(found["match_address"], LABEL)

    def test_what_goes_wrong_is_said(self):
        with self.assertRaisesRegex(MatchFailed, "no column nowhere"):
            list(matched([{"a": RIGHT}], columns={"address": "nowhere"}))
        with self.assertRaisesRegex(MatchFailed, "There is no index nowhere.idx"):
            list(matched([RIGHT], index="nowhere.idx"))

        def broken():
            yield RIGHT
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            list(matched(broken()))

    def test_whoever_stops_early_waits_for_nothing(self):
        rows = matched(RIGHT for _ in range(100_000))
        self.assertEqual(next(rows)["match_address"], LABEL)
        rows.close()

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_frames(self):
        frame = pandas.DataFrame({"address": [RIGHT, None], "pc": [3000, 4000]}, index=[7, 8])
        found = matched(frame)
        self.assertEqual(list(found.index), [7, 8])
        self.assertEqual(list(found["match_address"]), [LABEL, ""])
        self.assertEqual(found["pc"].dtype, frame["pc"].dtype)
        (again,) = match_batches([frame], product="au", command=COMMAND)
        self.assertTrue(again.equals(found))
        none = matched(frame[:0], columns={"address": "address"})
        self.assertEqual(list(none.columns), list(found.columns))
        self.assertEqual(list(none.dtypes), list(found.dtypes))

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_frames_say_what_the_filter_says(self):
        lines = [RIGHT, "11 Tailor St Melburn", "Taylor St, Melbourne", "11a Taylor St 3000", "rubbish"]
        frame = pandas.DataFrame({"n": range(5), "address": lines, "pc": [3000.0, None, None, 3000.0, None]})
        columns = {"address": "address", "postcode": "pc"}
        found = matched(frame, columns=columns).drop(columns=["pc"])
        args = [*COMMAND, "match", "-", "--product", "au", "--columns", "address=address,postcode=pc"]
        text = frame.to_csv(index=False).replace(".0\n", "\n")
        said = subprocess.run(args, input=text, capture_output=True, text=True, check=True).stdout
        same = pandas.read_csv(io.StringIO(said), keep_default_na=False).drop(columns=["pc"])
        self.assertEqual(found.to_dict("list"), same.to_dict("list"))
        self.assertGreater(len(set(found["match_differences"])), 1)
        self.assertNotEqual(set(found["match_candidates"]), {""})

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_partitions_of_dask_are_the_frame(self):
        try:
            from dask.dataframe import from_pandas
        except ImportError:
            self.skipTest("dask is not installed")
        frame = pandas.DataFrame({"address": [RIGHT, "?", RIGHT]}, index=[4, 5, 6])
        columns = {"address": "address"}
        options = {"product": "au", "command": COMMAND, "threads": 1, "columns": columns}
        parts = doorplate.dask.match(from_pandas(frame, npartitions=2), **options)
        spread = parts.compute(scheduler="synchronous")
        self.assertTrue(spread.equals(match(frame, **options)))
        self.assertEqual(list(parts.dtypes), list(spread.dtypes))
        with self.assertRaisesRegex(ValueError, "Say index or product"):
            doorplate.dask.match(parts, columns=columns)


if __name__ == "__main__":
    unittest.main()
