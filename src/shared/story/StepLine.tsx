import './story.css';
import type { ReactNode } from 'react';

/** `isOwn`: the step is the current item. */
export type LineStep = Readonly<{ name: string; state: 'done' | 'open' | 'missing'; isOwn?: boolean; content: ReactNode }>;
type Props = Readonly<{ label: string; steps: readonly LineStep[]; upright?: boolean }>;

/** Steps in chronological order on a line: side by side, or with `upright`, for longer content, one below the other. */
export function StepLine({ label, steps, upright = false }: Props) {
  return (
    <ol className="step-line" data-upright={upright || undefined} aria-label={label}>
      {steps.map(({ name, state, isOwn = false, content }) => (
        <li key={name} data-state={state} aria-current={isOwn ? 'step' : undefined}>
          <span className="step-name">{name}</span>
          {content}
        </li>
      ))}
    </ol>
  );
}
