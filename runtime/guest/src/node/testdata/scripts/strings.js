console.log('abc'.at(-1), 'a-b-c'.split('-'), 'x'.padStart(3, 'ab'), 'Hello'.replace(/l/g, (m, i) => i), 'a1b2'.replaceAll(/\d/g, '#'), [...'héy😀'].length, '😀'.codePointAt(0), 'abc'.localeCompare('abd'), ' t '.trim() + '|', 'aXbX'.lastIndexOf('X'));
console.log('2020-01-02'.match(/(?<y>\d+)-(?<m>\d+)/).groups.y, [...'a1b22'.matchAll(/\d+/g)].map((m) => [m[0], m.index]), 'x'.match(/y/), 'abcabc'.match(/b/g), /(\w)(\d)?/.exec('a'), 'a.b*c'.split(/[.*]/), 'tel: 555'.search(/\d/));
console.log('%s'.concat('x'), 'ß'.toUpperCase(), 'İ'.toLowerCase().length, 'é'.normalize('NFD').length, String.raw`a\n${1}`, `multi
line`, 'a'.repeat(3), 'abc'.substring(2, 0), 'abc'.slice(-2), 'abc'.substr(1, 1), encodeURIComponent('a b&é'), encodeURI('a b&é'), escape('é'), 'z' > 'a', '10' < '9');
console.log(['é', 'z', 'a', 'Z', 'A', '10', '9', '_'].sort(), ['é', 'z', 'a', 'Z', 'A', 'b'].sort((a, b) => a.localeCompare(b)), [3, 20, 100].sort(), [3, 1, 2].toSorted(), 'a,b'.split(',', 1));
