import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ChecklistItem, PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { useApp, useConfirm, useToast } from '../../../app/context.ts';
import { type ClosingStep, closingMachine } from '../../../machines/payPeriods/closing.machine.ts';
import { saveFile } from '../../../services/browser.ts';
import { createPayPeriods } from '../../../services/payPeriods.ts';
import { createStatements } from '../../../services/statements.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { formatMoney } from '../../../ui/display/format.ts';

const t = messages.closing;

/** Connects the review of a month to the server and the app's confirmations. */
export const useClosing = (id: string) => {
  const { http } = useApp();
  const confirm = useConfirm();
  const toast = useToast();
  const machine = useMemo(() => {
    const service = createPayPeriods(http);
    const ask = ({ period }: PeriodReview): Promise<boolean> => {
      const words = { month: monthText(period.start_date), records: period.records, total: formatMoney(toCents(period.total_commission)) };
      return confirm({ title: fill(t.confirmClose, words), text: fill(t.confirmCloseText, words), accept: t.steps.close });
    };
    const save = async (step: ClosingStep, items: readonly ChecklistItem[]): Promise<void> => {
      if (step === 'sign') await service.sign(id, items);
      else await service.step(id, step);
    };
    return closingMachine.provide({
      actors: {
        loadReview: fromPromise(({ input }) => service.review(input.id)),
        askClose: fromPromise(({ input }) => ask(input.review)),
        saveStep: fromPromise(({ input }) => save(input.step, input.items)),
      },
    });
  }, [http, confirm, id]);
  const ref = useMachineRef(machine, { id });
  const snapshot = useSelector(ref, (state) => state);
  const { review, ticked, error } = snapshot.context;
  useUnsavedGuard(ticked.length > 0, t.leave);
  const download = async (statement: string, name: string): Promise<void> => {
    try {
      saveFile(name, await createStatements(http).issuedFile(statement));
    } catch {
      toast(t.downloadFailed, 'danger');
    }
  };
  return {
    review,
    ticked,
    error,
    /** Also true if reloading failed: a stale review allows no actions. */
    busy: !snapshot.matches('shown'),
    failed: snapshot.matches('failed'),
    canSign: snapshot.can({ type: 'step.take', step: 'sign' }),
    retry: () => ref.send({ type: 'review.retry' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    toggle: (item: ChecklistItem) => ref.send({ type: 'item.toggle', item }),
    take: (step: ClosingStep) => ref.send({ type: 'step.take', step }),
    download: (statement: string, name: string) => void download(statement, name),
  };
};
export type Closing = ReturnType<typeof useClosing>;
