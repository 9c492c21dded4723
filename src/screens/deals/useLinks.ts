import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { assign, fromPromise } from 'xstate';
import type { DealLink } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import type { DealsService } from '../../services/deals.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const { panel } = messages.deals;
type LinkChange = Readonly<{ kind: 'link' | 'unlink'; link: Pick<DealLink, 'kind' | 'id'> }>;

/** Connects the links of a deal to the server. Changes run one at a time and reload the links. */
export const useLinks = (service: DealsService, dealId: string) => {
  const { answer, error, retry, ask } = useAnswer(() => service.links(dealId), { id: dealId }, panel.linksFailed);
  const machine = useMemo(() => {
    const save = async ({ kind, link: { kind: targetKind, id } }: LinkChange): Promise<null> => {
      await service[kind](dealId, { kind: targetKind, id });
      return null;
    };
    const reloadLinks = (): void => ask({ id: dealId });
    return rowActionOf<LinkChange>().provide({
      actors: {
        askAction: fromPromise(async (): Promise<string | null> => ''),
        saveAction: fromPromise(({ input: { action } }) => save(action)),
      },
      actions: {
        setError: assign({ error: (_, failure) => toFailureMessage({ error: failure.error, fallback: panel.linkFailed }) }),
        reportSucceeded: reloadLinks,
        reportFailed: reloadLinks,
      },
    });
  }, [service, dealId, ask]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const run = (kind: LinkChange['kind']) => (link: LinkChange['link']) => ref.send({ type: 'action.choose', action: { kind, link } });
  return {
    links: answer,
    failure: error,
    retry,
    refused: snapshot.context.error,
    busy: snapshot.matches('asking') || snapshot.matches('saving'),
    link: run('link'),
    unlink: run('unlink'),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
export type Links = ReturnType<typeof useLinks>;
