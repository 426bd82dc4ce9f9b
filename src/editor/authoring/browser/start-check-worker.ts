import type { CheckAnswer, StartCheckWorker } from '../checking/check-thread.ts';

/** Starts the compiled `check-worker.ts` as a web worker. `script`: its address, which may have another origin. */
export function checkWorkerStarter(script: string): StartCheckWorker {
  return ({ onAnswer, onFailure }) => {
    const worker = new Worker(script);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => onAnswer(data));
    worker.addEventListener('error', onFailure);
    return worker;
  };
}
