import type { CheckAnswer, StartCheckWorker } from '../checking/check-thread.ts';

/** Starts the compiled `check-worker.ts` as a web worker. `script`: its URL, which can have another origin. */
export function checkWorkerStarter(script: string): StartCheckWorker {
  return ({ onAnswer, onFailure }) => {
    const worker = new Worker(script);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => onAnswer(data));
    worker.addEventListener('error', onFailure);
    return worker;
  };
}
