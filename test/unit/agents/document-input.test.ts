import assert from 'node:assert/strict';
import { mayLeadUp } from '../../../src/agents/document-input.ts';

describe('A pattern', () => {
  for (const pattern of [
    '../*.json',
    'data/../*.json',
    '*/..',
    '{..,data}/*.json',
    '{data/..,x}/*.json',
    '.{.,x}/*.json',
    '{x,.}./*.json',
    '{.,x}{y,.}/*.json',
    '(..|x)/*.json',
    '[.][.]/*.json',
    '.[.]/*.json',
    '.[+-9]/*.json',
    '[!a][^b]/*.json',
    '\\.\\./*.json',
  ])
    it(`may lead to another folder: ${pattern}`, () => assert.equal(mayLeadUp(pattern), true));

  for (const pattern of [
    '..data/*.json',
    'data../*.json',
    '**/2024..2025.*',
    '{..data,x}/*.json',
    './data/./*.{csv,tsv}',
    '**/*.dataset.{json,yaml,yml}',
    '[ab][cd]/[0-9][0-9]/*.json',
    '.../*.json',
  ])
    it(`stays in its folder: ${pattern}`, () => assert.equal(mayLeadUp(pattern), false));

  it('is looked through in linear time', () => {
    const pattern = `${'['.repeat(200_000)}${'[a'.repeat(200_000)}${'/.'.repeat(200_000)}`;
    assert.equal(mayLeadUp(pattern), false);
  });
});
