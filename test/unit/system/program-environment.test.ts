import assert from 'node:assert/strict';
import { programEnvironment } from '../../../src/system/program-environment.ts';

describe('the environment of a program that is started', () => {
  it('contains what the system needs, and no secret', () => {
    const own = {
      Path: 'C:\\Windows',
      SYSTEMROOT: 'C:\\Windows',
      HOME: '/home/user',
      DATASET_PASSWORD: 'hunter2',
      DATASET_ACCESS_TOKEN: 'token',
      GITHUB_TOKEN: 'token',
      NODE_OPTIONS: '--require=./evil.js',
    };
    assert.deepEqual(programEnvironment(own, { LC_ALL: 'C' }), {
      Path: 'C:\\Windows',
      SYSTEMROOT: 'C:\\Windows',
      HOME: '/home/user',
      LC_ALL: 'C',
    });
  });
});
