import type { ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import { Alert } from '../display/Alert.tsx';

type Props = Readonly<{
  /** Somebody else saved in the meantime: what they saved is one press away. */
  conflicted: boolean;
  onTakeNewest: () => void;
  /** Nothing is lost by it. */
  mild?: boolean;
  children: ReactNode;
}>;

/** Why a form was not saved. */
export function RefusedAlert({ conflicted, onTakeNewest, mild = conflicted, children }: Props) {
  return (
    <Alert
      severity={mild ? 'warning' : 'danger'}
      action={
        conflicted && (
          <Button size="small" severity="secondary" onClick={onTakeNewest}>
            {messages.takeNewest}
          </Button>
        )
      }
    >
      {children}
    </Alert>
  );
}
