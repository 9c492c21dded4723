import type { ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import { Alert } from '../display/Alert.tsx';

type Props = Readonly<{
  /** True if someone else saved in the meantime; a button then loads their version. */
  conflicted: boolean;
  onTakeNewest: () => void;
  /** True if the user's input is safe. */
  mild?: boolean;
  children: ReactNode;
}>;

/** Explains why a form was not saved. */
export function RefusedAlert({ conflicted, onTakeNewest, mild = conflicted, children }: Props) {
  return (
    <Alert
      severity={mild ? 'warning' : 'danger'}
      action={
        conflicted && (
          <Button size="small" severity="secondary" onClick={onTakeNewest}>
            {messages.chooseSavedVersion}
          </Button>
        )
      }
    >
      {children}
    </Alert>
  );
}
