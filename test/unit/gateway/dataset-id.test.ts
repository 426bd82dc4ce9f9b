import assert from 'node:assert/strict';
import { datasetIdIn, idInLocation, parseResponse, propertiesOf } from '../../../src/gateway/dataset-id.ts';

describe('datasetIdIn', () => {
  for (const [what, body, id] of [
    ['id', '{"id":"a"}', 'a'],
    ['datasetId', '{"datasetId":"a"}', 'a'],
    ['dataset_id', '{"dataset_id":"a"}', 'a'],
    ['any case', '{"DatasetID":"a"}', 'a'],
    ['datasetId before the others', '{"id":"c","dataset_id":"b","datasetId":"a"}', 'a'],
    ['a name that occurs twice with one value', '{"Id":"a","id":"a"}', 'a'],
    ['another name where one is null or empty', '{"datasetId":null,"dataset_id":"","id":"a"}', 'a'],
    ['500 characters', `{"id":"${'😀'.repeat(500)}"}`, '😀'.repeat(500)],
    ['dataset', '{"dataset":{"id":"a"}}', 'a'],
    ['data', '{"data":{"ID":"a"}}', 'a'],
    ['result', '{"Result":{"datasetId":"a"}}', 'a'],
    ['value', '{"value":{"id":"a"}}', 'a'],
    ['the top level before what is below', '{"data":{"id":"b"},"dataset_id":"a"}', 'a'],
    ['dataset before data', '{"data":{"id":"b"},"dataset":{"id":"a"}}', 'a'],
    ['the only element of a list', '{"value":[{"id":"a"}]}', 'a'],
    ['a list as a whole', '[{"id":"a"}]', 'a'],
    ['a number', '{"id":17}', '17'],
    ['zero', '{"id":0}', '0'],
    ['a number that JavaScript would round', '{ "id" : 12345678901234567890 }', '12345678901234567890'],
    ['digits in a string', '{"id":"12345678901234567890"}', '12345678901234567890'],
    ['digits in another string', '{"name":"\\"12345678901234567890,","id":"a"}', 'a'],
    ['long fractions elsewhere', '{"x":0.12345678901234567890,"y":1e1234567890123456,"id":"a"}', 'a'],
    ['what is to be made printable', '{"id":"a\\u202eb\\u0000"}', 'a b'],
    ['text with spaces', '{"id":" a "}', 'a'],
    ['one of a special name', '{"__proto__":{"id":"x"},"id":"a"}', 'a'],
  ] as const)
    it(`finds ${what}`, () => assert.equal(datasetIdIn(propertiesOf(parseResponse(body)), []), id));

  for (const [what, body] of [
    ['two elements', '{"value":[{"id":"a"},{"id":"b"}]}'],
    ['an object as ID', '{"id":{"a":1}}'],
    ['two values of one name', '{"id":"a","name":"x","id":"b"}'],
    ['two values of one name in different case', '{"Id":"a","id":"b"}'],
    ['two numbers that JavaScript would round to one', '{"id":12345678901234567,"id":12345678901234568}'],
    ['an ID that is not certain before another one', '{"datasetId":["a"],"id":"b","data":{"id":"c"}}'],
    ['more than 500 characters', `{"id":"${'x'.repeat(501)}"}`],
    ['an empty ID', '{"id":""}'],
    ['null', '{"id":null}'],
    ['a number that was rounded', '{"id":12345678901234567.5,"data":{"id":1e400}}'],
    ['true', '{"id":true}'],
    ['IDs of tables', '{"tables":[{"id":"t"}]}'],
    ['no object', '"id"'],
    ['no JSON', 'id: a'],
    ['a very long text', `{"name":"${'x'.repeat(8_000_000)}","n":1234567890123456}`],
  ] as const)
    it(`finds none in ${what}`, () =>
      assert.equal(datasetIdIn(propertiesOf(parseResponse(body)), []), undefined));
});

describe('idInLocation', () => {
  const address = {
    url: new URL('https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None'),
    path: '/reporting/datasets',
  };

  for (const [location, id] of [
    ['https://gateway.example/api/reporting/datasets/d-1', 'd-1'],
    ['/api/reporting/datasets/d-1', 'd-1'],
    ['/reporting/datasets/d-1', 'd-1'],
    ['/other/prefix/reporting/datasets/d-1', 'd-1'],
    ['datasets/d-1/', 'd-1'],
    ['/reporting/datasets/d-1?x=y#z', 'd-1'],
    ['/reporting/datasets/d%201', 'd 1'],
    ['/reporting/datasets/d%ff', 'd%ff'],
    ['/reporting/datasets/datasets', 'datasets'],
    ['https://gateway.example/reporting/datasets', undefined],
    ['https://other.example/api/reporting/datasets/d-1', undefined],
    ['http://gateway.example/api/reporting/datasets/d-1', undefined],
    ['/datasets/d-1', undefined],
    ['/xreporting/datasets/d-1', undefined],
    ['/reporting/datasets/d-1/tables', undefined],
    ['/reporting/datasets/../operations/d-1', undefined],
    ['/v1/operations/0acd697c', undefined],
    ['/reporting/', undefined],
    ['/reporting/datasets/', undefined],
    ['/reporting/datasets//?defaultRetentionPolicy=None', undefined],
    ['d-1', undefined],
    [`/reporting/datasets/${'x'.repeat(501)}`, undefined],
    ['/', undefined],
    ['https://', undefined],
    ['/reporting/datasets/a-secret/of-mine', undefined],
    ['/reporting/datasets/a-secret%2Fof-mine', undefined],
  ] as const)
    it(`finds ${id ?? 'none'} in Location: ${location}`, () =>
      assert.equal(idInLocation(location, address, ['a-secret/of-mine']), id));
});
