import assert from 'node:assert/strict';
import {
  acceptedOf,
  choiceAfterStep,
  choiceAfterTyping,
  chosenIndex,
  type DataTypeChoice,
  optionsOf,
} from '../../../../src/designer-view/fields/data-type-choice.ts';

const types = ['string', 'Int64', 'DateTime'];

describe('The choice of a data type', () => {
  const opened: DataTypeChoice = { value: 'string', chosen: 'string' };
  const shown = (choice: DataTypeChoice, dataTypes = types) => {
    const options = optionsOf(choice, dataTypes);
    return options[chosenIndex(choice, options)];
  };

  it('accepts the option that is shown as chosen, otherwise what was typed', () => {
    const next = choiceAfterStep(opened, 1, types);
    assert.deepEqual([next.value, shown(next), acceptedOf(next, types)], ['Int64', 'Int64', 'Int64']);
    assert.equal(acceptedOf(choiceAfterStep(opened, -1, types), types), 'DateTime');
    const typed = choiceAfterTyping('dat', types);
    assert.deepEqual([typed.value, shown(typed), acceptedOf(typed, types)], ['dat', 'DateTime', 'DateTime']);
    assert.equal(acceptedOf({ ...typed, chosen: undefined, isClosed: true }, types), 'dat');
    assert.equal(acceptedOf(choiceAfterTyping('other', types), types), 'other');
    assert.equal(acceptedOf(choiceAfterTyping('', types), types), '');
  });

  it('stays the same option when the list of data types changes while it is open', () => {
    const more = ['Date', 'Currency', ...types];
    const next = choiceAfterStep(opened, 1, types);
    assert.deepEqual([shown(next, more), acceptedOf(next, more)], ['Int64', 'Int64']);
    assert.equal(acceptedOf(next, ['string']), 'Int64');
    const typed = choiceAfterTyping('date', types);
    assert.deepEqual([shown(typed, more), acceptedOf(typed, more)], ['DateTime', 'DateTime']);
  });
});
