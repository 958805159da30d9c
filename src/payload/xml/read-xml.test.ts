import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { Findings } from '../findings.ts';
import { readXml } from './read-xml.ts';

function read(text: string, asList = true) {
  const findings = new Findings('x.xml');
  return { ...readXml(Buffer.from(text), findings, asList), notes: findings.notes };
}

function problemOf(text: string): string {
  try {
    read(text);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  return assert.fail('nothing was wrong');
}

test('elements become objects, attributes @names, repeated elements arrays', () => {
  const { value } = read(`<?xml version="1.0" encoding="UTF-8"?>
    <shop name="A &amp; B" open="true">
      <item id="1"><title>Tea</title><tag>hot</tag><tag>wet</tag></item>
      <item id="2"><title>Cup &#x2615;</title><tag>new</tag></item>
      <owner/>
    </shop>`);
  assert.deepEqual(value, {
    '@name': 'A & B',
    '@open': true,
    item: [
      { '@id': 1, title: 'Tea', tag: ['hot', 'wet'] },
      { '@id': 2, title: 'Cup ☕', tag: ['new'] },
    ],
    owner: '',
  });
});

test('a root with nothing but one repeated element is the list of these', () => {
  const { value, itemName, notes } = read(
    '<orders><order><id>1</id></order><order><id>2</id></order></orders>',
  );
  assert.deepEqual(value, [{ id: 1 }, { id: 2 }]);
  assert.equal(itemName, 'order');
  assert.ok(
    notes.some((note) => note.includes('<order> in <orders>')),
    notes.join(),
  );
  assert.deepEqual(read('<orders><order><id>1</id></order></orders>').value, { order: { id: 1 } });
  assert.deepEqual(read('<list><v>1</v><v>2</v></list>').value, [1, 2]);
  assert.deepEqual(read('<list><v>1</v><v>2</v></list>', false).value, { v: [1, 2] });
});

test('values are converted by path over the whole document, only where nothing is lost', () => {
  const { value } = read(
    '<l><r><n>1</n><z>007</z><e>5</e><b>true</b></r><r><n>2.5</n><z>8</z><e/><b>false</b></r><r a="1"><n>3</n></r><r a="x"/></l>',
  );
  assert.deepEqual(value, [
    { n: 1, z: '007', e: 5, b: true },
    { n: 2.5, z: '8', e: null, b: false },
    { '@a': '1', n: 3 },
    { '@a': 'x' },
  ]);
});

test('text beside attributes is #text, for all elements of a path if for one', () => {
  const { value } = read('<l><p c="EUR">1.5</p><p>2</p><p c="USD"> \n </p></l>');
  assert.deepEqual(value, [{ '@c': 'EUR', '#text': 1.5 }, { '#text': 2 }, { '@c': 'USD' }]);
});

test('CDATA is text, and white space inside texts stays', () => {
  assert.deepEqual(read('<a><t> x\n y </t><c>1 <![CDATA[<b> & ]]>2</c></a>').value, {
    t: ' x\n y ',
    c: '1 <b> & 2',
  });
});

test('what is left out is told', () => {
  const { notes } = read('<?style x?><a><!-- one --><b>1</b><c>x</c><b>2</b><!-- two --></a>');
  assert.ok(notes.includes('2 comments are left out'), notes.join('\n'));
  assert.ok(notes.includes('1 processing instruction is left out'));
  assert.ok(notes.some((note) => /^1 element comes again after other elements/.test(note)));
  assert.ok(!read('<a><b>1</b><b>2</b><c>x</c></a>').notes.some((note) => note.includes('order')));
});

test('a DTD is refused, whatever it has in it', () => {
  const bomb = '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>';
  const outside = '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>';
  for (const text of [bomb, outside, '<!DOCTYPE html><html></html>'])
    assert.match(problemOf(text), /^x\.xml: line 1, column \d+: a DTD .* is not read/);
});

test('entities of XML itself are read, all others refused', () => {
  assert.equal(read('<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</a>').value, '<>&"\'A😀');
  assert.match(problemOf('<a>&nbsp;</a>'), /undefined entity.*only &lt;/);
});

test('text between elements is refused, not lost', () => {
  for (const text of [
    '<a><p>some <b>bold</b></p></a>',
    '<a><p><b>bold</b> words</p></a>',
    '<a><p><b/> x <b/></p></a>',
  ])
    assert.match(problemOf(text), /<p> has text between its elements/, text);
});

test('what is no XML is refused with its line', () => {
  assert.match(problemOf('<a>\n<b></a>'), /^x\.xml: line 2, column \d+: not XML: .*tag/i);
  assert.match(problemOf('<a><b>1</b>'), /not XML: unclosed tag: a/);
  assert.match(problemOf('<a x="1" x="2"/>'), /duplicate attribute/i);
  assert.match(problemOf('<a/><b/>'), /not XML/);
});

test('an encoding other than UTF-8 is refused where it matters', () => {
  assert.match(problemOf('<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>'), /ISO-8859-1.*UTF-8/);
  assert.equal(read('<?xml version="1.0" encoding="ISO-8859-1"?><a>x</a>').value, 'x');
});

test('elements are nested at most 500 deep', () => {
  assert.match(problemOf('<a>'.repeat(100_000)), /nested deeper than 500/);
  assert.ok(read('<a>'.repeat(500) + '</a>'.repeat(500)).value);
});

test('elements named __proto__ or constructor are properties', () => {
  const { value } = read('<a><__proto__>1</__proto__><constructor>2</constructor></a>');
  assert.deepEqual(Object.entries(value as object), [
    ['__proto__', 1],
    ['constructor', 2],
  ]);
});
