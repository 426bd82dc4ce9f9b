import assert from 'node:assert/strict';
import fc from 'fast-check';
import { markdownCode, markdownSentence, markdownText } from '../../../src/text/markdown.ts';

describe('Document text in Markdown', () => {
  it('does not change if it consists of words', () => {
    for (const text of ['Orders', 'Order Lines', 'order_lines', 'Umsätze 2026', 'שם לקוח'])
      assert.equal(markdownText(text), text);
  });

  it('is code if it is anything else', () => {
    for (const text of ['_private', '1. list', 'www.example.com', '@someone', 'a  b', '#1', '-', 'GH-1'])
      assert.equal(markdownText(text), markdownCode(text));
    assert.equal(markdownText('a.b'), '`a.b`');
  });

  it('is a code span, or a code element if a code span would change it', () => {
    assert.equal(markdownCode('Tax (%)'), '`Tax (%)`');
    assert.equal(markdownCode('a|b'), '<code>a&#124;b</code>');
    assert.equal(markdownCode('`'), '<code>&#96;</code>');
    assert.equal(markdownCode(' a'), '<code>&#32;a</code>');
    assert.equal(markdownCode('a  b'), '<code>a&#32; b</code>');
    assert.equal(markdownCode('##[group]'), '<code>&#35;&#35;&#91;group&#93;</code>');
    assert.equal(markdownCode(''), '<code></code>');
    assert.equal(markdownCode('\n'), '<code>&#92;u000a</code>');
  });

  it('is code in a sentence where it could be a link or a list', () => {
    assert.equal(markdownSentence('1. See GH-1 below.'), '`1`. See `GH-1` below.');
    assert.equal(markdownSentence('2) See below.'), '`2)` See below.');
    // Within a line, nothing begins a list.
    assert.equal(
      markdownSentence('In these rows: 500, 777. Or 2 (row 500).'),
      'In these rows: 500, 777. Or 2 (row 500).',
    );
  });

  it('is one code span in a sentence where it is in quotes', () => {
    assert.equal(
      markdownSentence('2 lines were skipped: "Survey of 2024", "as of May | June". Use --null \'not yet\'.'),
      '2 lines were skipped: `"Survey of 2024"`, <code>&#34;as of May &#124; June&#34;</code>. Use `--null` `\'not yet\'`.',
    );
    assert.equal(
      markdownSentence("It doesn't end, and 'neither does this"),
      "It doesn't end, and `'neither` does this",
    );
  });

  it('never contains what could end the code or a table cell', () => {
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...'`|\\<>&* \n')),
    });
    fc.assert(
      fc.property(text, (name) => {
        assert.match(markdownCode(name), /^(`[^`|\\<>&\n]+`|<code>[^`|\\<>\n]*<\/code>)$/);
      }),
    );
  });

  it('is cut after 200 characters', () => {
    assert.equal(markdownText('x'.repeat(1_000_000)), `\`${'x'.repeat(200)}…\``);
  });
});
