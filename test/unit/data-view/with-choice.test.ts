import assert from 'node:assert/strict';
import { withChoice } from '../../../src/inference/source.ts';

describe('A choice on the page of data files', () => {
  it('is added to those before it', () => {
    assert.deepEqual(withChoice({ header: true, thousands: '.' }, { decimalComma: true }), {
      header: true,
      thousands: '.',
      decimalComma: true,
    });
  });

  it('takes back an earlier one by which a comma separates something else', () => {
    assert.deepEqual(withChoice({ thousands: ',' }, { decimalComma: true }), {
      thousands: undefined,
      decimalComma: true,
    });
    assert.deepEqual(withChoice({ decimalComma: true }, { thousands: ',' }), {
      thousands: ',',
      decimalComma: undefined,
    });
  });
});
