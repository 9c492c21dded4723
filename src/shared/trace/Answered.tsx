import './trace.css';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/display/Alert.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';

type Props<Answer> = {
  answer: Answer | null;
  loading: boolean;
  /** True if the answer belongs to another question. */
  stale: boolean;
  error: string | null;
  /** True if a retry would not help. */
  refused: boolean;
  retry: () => void;
  children: (answer: Answer) => ReactNode;
};

/** Renders the answer; a spinner while loading, and after a failure the message with a retry if that may help. */
export function AnsweredPanel<Answer>({ answer, loading, stale, error, refused, retry, children }: Props<Answer>) {
  if (error !== null) return <Alert onRetry={refused ? undefined : retry}>{error}</Alert>;
  if (answer === null) return <Spinner />;
  return (
    <div className={stale ? 'why-answer stale' : 'why-answer'} aria-busy={loading}>
      {children(answer)}
    </div>
  );
}
