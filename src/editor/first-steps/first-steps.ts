// Everything that `register.ts` loads on demand, in Node.js and in a browser.
export { ProblemProgress } from './problem-progress.ts';
export { Sample } from './sample.ts';
export { showSampleProblem } from './show-sample-problem.ts';
