import argparse, logging, unittest, io, sys, pickle, random, timeit, pprint, difflib, heapq, bisect, configparser, shlex, urllib.parse, html, uuid, xml.etree.ElementTree as ET, tomllib, types, inspect, traceback, warnings, secrets
p = argparse.ArgumentParser(prog="tool"); p.add_argument("n", type=int); p.add_argument("--flag", action="store_true"); print(p.parse_args(["3", "--flag"]))
try:
    p.parse_args(["x"])
except SystemExit as e:
    print(e.code)
logging.basicConfig(stream=sys.stdout, format="%(levelname)s:%(message)s", level=logging.INFO); logging.info("log %d", 1); logging.debug("no")
class T(unittest.TestCase):
    def test_a(self):
        self.assertEqual(1, 1)
    def test_b(self):
        with self.assertRaises(KeyError):
            {}["x"]
r = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T)); print(r.testsRun, r.wasSuccessful())
print(pickle.loads(pickle.dumps({"a": (1, {2}, None)})), heapq.nsmallest(2, [3, 1, 2]), bisect.bisect([1, 3, 5], 3))
random.seed(5); print(random.random(), random.randint(1, 100), random.choice("abc"), random.sample(range(9), 3))
c = configparser.ConfigParser(); c.read_string("[s]\nk = v\n"); print(c["s"]["k"], shlex.split("a 'b c' d\\ e"), shlex.quote("it's"))
print(urllib.parse.urlparse("http://h:1/p?q=1#f"), urllib.parse.quote("a b/\u00e9"), html.escape("<a>"), uuid.uuid5(uuid.NAMESPACE_DNS, "x"))
t = ET.fromstring("<r><i n='1'>x</i><i/></r>"); print([e.attrib for e in t.iter("i")], ET.tostring(t)); print(tomllib.loads("a = [1, 2]"))
print("".join(difflib.unified_diff(["a\n", "b\n"], ["a\n", "c\n"])))
def f(a, *, b=1): "doc"
print(inspect.signature(f), f.__doc__, types.SimpleNamespace(x=1)); pprint.pprint({"k": list(range(30))}, width=40)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); warnings.warn("careful"); print(w[0].message)
try:
    int("x")
except ValueError:
    print(traceback.format_exc().splitlines()[-1])
print(len(secrets.token_hex(4)), timeit.timeit("1", number=10) >= 0)
