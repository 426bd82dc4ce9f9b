import assert from 'node:assert/strict';
import { optionHint, readingFlags } from '../../../../src/cli/input/reading-flags.ts';
import { readingOptions } from '../../../../src/inference/reading-options.ts';

describe('The flags for reading data files', () => {
  it('are named like the options of other front ends', () => {
    const names = Object.keys(readingOptions).map((name) =>
      name.replace(/^nulls$/, 'null').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
    assert.deepEqual(Object.keys(readingFlags).toSorted(), [...names, 'no-header'].toSorted());
  });
});

describe('The options that a note proposes', () => {
  const sheet = { kind: 'other-tables', count: 1, ranges: ["'Q1 ''24'!A9:C20"] } as const;

  it('are quoted for the shell of the platform', () => {
    assert.equal(
      optionHint(sheet, 'linux'),
      " To change it, use --range ''\\''Q1 '\\'''\\''24'\\''!A9:C20'.",
    );
    // Both the Command Prompt and PowerShell read this as one argument.
    assert.equal(optionHint(sheet, 'win32'), ` To change it, use --range "'Q1 ''24'!A9:C20".`);
    const costs = { ...sheet, ranges: ["'US$'!A1:B2"] };
    assert.equal(optionHint(costs, 'win32'), " To change it, use --range '''US$''!A1:B2'.");
  });

  it('name the header of another table in a text', () => {
    const text = { kind: 'other-tables', count: 2, ranges: ['7-9', '12-20'], headerRows: [7, 12] } as const;
    assert.equal(optionHint(text), ' To change it, use --header-row 7 or --header-row 12.');
  });

  it('name the character between thousands, if it makes numbers of all values', () => {
    const hint = (value: string, isReadable = true) =>
      optionHint({ kind: 'thousands-separators', row: 1, value, isReadable }, 'linux');
    assert.equal(hint('1,234.50'), " To change it, use --thousands ','.");
    assert.equal(hint('-1.234.567,5'), " To change it, use --thousands '.'.");
    assert.equal(hint('1 234'), " To change it, use --thousands ' '.");
    assert.equal(hint("1'234"), " To change it, use --thousands ''\\'''.");
    assert.equal(hint('1\u2019234.50'), " To change it, use --thousands ''\\'''.");
    assert.equal(hint('1\u202f234,50'), " To change it, use --thousands ' '.");
    assert.equal(hint('1,234', false), '');
  });
});
