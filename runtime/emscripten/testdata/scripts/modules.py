# Modules whose names mean something else in their packages, and modules that other modules make.
import unittest
print(unittest.main, type(unittest.main))
import unittest.main
print(unittest.main.__name__)
import xml.parsers.expat as expat
print(expat.model.XML_CQUANT_OPT, expat.errors.XML_ERROR_SYNTAX, expat.errors.messages[2])
import sys
print(sorted(m for m in sys.modules if m.startswith(("pyexpat", "xml.parsers"))))
import pyexpat
print(pyexpat.model is expat.model, sys.modules["pyexpat.errors"] is pyexpat.errors)
from xml.dom import minidom
print(minidom.parseString("<a><b>x</b></a>").documentElement.firstChild.toxml())
import plistlib
print(plistlib.loads(plistlib.dumps({"a": [1, True, b"x"]})))
import xmlrpc.client
print(xmlrpc.client.loads(xmlrpc.client.dumps((1, "two"), "f")))
import concurrent.futures
print(concurrent.futures.thread.ThreadPoolExecutor is concurrent.futures.ThreadPoolExecutor)
import email.message, os.path, importlib.util, collections.abc, json.decoder, http.client, logging.handlers, urllib.parse
print(email.message.__name__, os.path.__name__, json.decoder.__name__, json.JSONDecoder, json.encoder.__name__)


class Test(unittest.TestCase):
    def test(self):
        self.assertTrue(True)


if __name__ == "__main__":
    unittest.main(argv=["modules.py"], exit=False)
