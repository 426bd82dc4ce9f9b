import type { RuleCode } from '../problem.ts';

/** What is wrong, in English: for agents and for logs of code scanning. */
export const ruleDescriptions: Readonly<Record<RuleCode, string>> = {
  syntax: 'The text is not valid JSON or YAML.',
  'duplicate-key': 'An object has a property twice.',
  'missing-property':
    'A dataset needs name and tables, a table name and columns, a column name and dataType.',
  'wrong-type': 'A value has the wrong JSON type.',
  'empty-name': 'A name is empty or only white space.',
  'duplicate-table': 'Two tables have names that differ at most in case.',
  'duplicate-column': 'Two columns of a table have names that differ at most in case.',
  'unknown-data-type': 'A data type is not known. The service may accept it.',
  'unknown-property': 'A property is not known.',
  'untidy-name': 'A name has white space at an end or contains a control character.',
  'no-tables': 'A dataset has no tables.',
  'no-columns': 'A table has no columns.',
  'name-style': 'A name does not have the style of the project file.',
  'name-length': 'A name is longer than the project file allows.',
  'name-characters': 'A name has a character that the project file forbids.',
  'name-affix': 'A name does not begin or end as the project file says.',
  'required-column': 'A table lacks a column that the project file requires.',
  limit: 'A dataset has more tables, or a table more columns, than the project file allows.',
  'schema-reference': 'A dataset has a $schema, which is sent to the service.',
};
