import type { ReactNode } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

type Props<Answer> = {
  answer: Answer | null;
  loading: boolean;
  error: string | null;
  retry: () => void;
  children: (answer: Answer) => ReactNode;
};

/** What was answered; before that a spinner, and when it failed the sentence and a button to ask again. */
export function Answered<Answer>({ answer, loading, error, retry, children }: Props<Answer>) {
  if (error !== null) {
    return (
      <Alert
        action={
          <Button size="small" severity="secondary" onClick={retry}>
            {messages.retry}
          </Button>
        }
      >
        {error}
      </Alert>
    );
  }
  if (answer === null) return <Spinner />;
  return (
    <div className="why-answer" aria-busy={loading}>
      {children(answer)}
    </div>
  );
}
