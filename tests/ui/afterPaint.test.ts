import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const { afterPaint } = await vi.importActual<typeof import('../../src/services/afterPaint.ts')>('../../src/services/afterPaint.ts');

let frames: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => {};
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs after the frame, not in it, and once', () => {
  const act = vi.fn();
  afterPaint(act);
  vi.advanceTimersByTime(10);
  for (const frame of frames) frame();
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('runs within a tenth of a second in a background tab, which gets no frames', () => {
  const act = vi.fn();
  afterPaint(act);
  vi.advanceTimersByTime(99);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  for (const frame of frames) frame();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('does nothing after it is cancelled', () => {
  const act = vi.fn();
  const undo = afterPaint(act);
  for (const frame of frames) frame();
  undo();
  vi.advanceTimersByTime(1000);
  expect(act).not.toHaveBeenCalled();
});
