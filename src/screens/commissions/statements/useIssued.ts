import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { assign, fromPromise } from 'xstate';
import type { IssuedStatement } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { useApp, useToast } from '../../../app/context.ts';
import { rowActionOf } from '../../../machines/lists/rowAction.machine.ts';
import { toFailureMessage } from '../../../machines/support/failure.ts';
import { saveFile } from '../../../services/browser.ts';
import { createStatements } from '../../../services/statements.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const t = messages.closing;
type StatementAction = Readonly<{ kind: 'confirm' | 'download'; statement: IssuedStatement }>;
export const statementMonth = ({ month }: IssuedStatement): string => monthText(`${month}-01`);

/** Connects the user's own statements of closed months: load, download and confirm. */
export const useIssuedStatements = () => {
  const { http } = useApp();
  const toast = useToast();
  const service = useMemo(() => createStatements(http), [http]);
  const list = useAnswer<readonly IssuedStatement[]>(() => service.issued(), {}, messages.statements.pastFailed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened dialog.
  const machine = useMemo(() => {
    const save = async ({ kind, statement }: StatementAction): Promise<null> => {
      if (kind === 'confirm') {
        await service.confirmIssued(statement.id);
        toast(fill(t.confirmedNow, { month: statementMonth(statement) }));
      } else saveFile(statement.file_name ?? '', await service.issuedFile(statement.id));
      return null;
    };
    return rowActionOf<StatementAction>().provide({
      actors: {
        askAction: fromPromise(async (): Promise<string | null> => ''),
        saveAction: fromPromise(({ input: { action } }) => save(action)),
      },
      actions: {
        setError: assign({
          error: ({ context: { action } }, { error }) =>
            toFailureMessage({ error, fallback: action?.kind === 'confirm' ? t.confirmFailed : t.downloadFailed }),
        }),
        reportSucceeded: () => list.ask({}),
      },
    });
  }, [service]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  return {
    list,
    error: snapshot.context.error,
    busy: snapshot.matches('asking') || snapshot.matches('saving'),
    run: (action: StatementAction) => ref.send({ type: 'action.choose', action }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
