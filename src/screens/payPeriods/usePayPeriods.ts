import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { useApp, useAskReason, useToast } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import { copyToClipboard } from '../../services/browser.ts';
import { createPayPeriods } from '../../services/payPeriods.ts';
import { type ListNames, parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { formatMoney, NONE } from '../../ui/display/format.ts';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { useLatest } from '../../ui/support/useLatest.ts';

const t = messages.payPeriods;
const closingText = messages.closing;
const MIN_REASON_LENGTH = 5;
const SKELETON_ROWS = 12;
const names: ListNames = { filters: {}, rows: { '': 'period' } };

/** A step from the month's `actions`, a check of the hash stored at closing, or closing all months up to this one. */
export type PayPeriodAction = Readonly<{ kind: PayPeriod['actions'][number] | 'check' | 'several'; period: PayPeriod }>;

const toWords = (period: PayPeriod) => ({
  month: period.label,
  records: period.records,
  total: formatMoney(toCents(period.total_commission)),
  time: period.closed_at === null ? NONE : formatInstant(period.closed_at),
  name: period.closed_by ?? NONE,
});
/** An error shaped like the server's refusal, for checks made in the client. */
const createRefusal = (message: string) => ({ status: 422, data: { message } });

/** decisions 2.11: closing asks for confirmation, reopening asks for a reason. */
const confirmAction = async (
  service: ReturnType<typeof createPayPeriods>,
  { kind, period }: PayPeriodAction,
  askReason: ReturnType<typeof useAskReason>,
): Promise<string | null> => {
  if (kind === 'several') {
    const { data } = await service.planSeveral(period.id);
    const lines = data.map(({ label, step, why }) => fill(closingText.severalSteps[step], { month: label, why: why ?? '' }));
    const title = fill(closingText.severalTitle, { month: monthText(period.start_date) });
    return askReason({ title, text: lines.join(' '), accept: closingText.severalAccept });
  }
  const words = toWords(period);
  if (kind === 'close')
    return askReason({ title: fill(t.confirmClose, words), text: fill(t.confirmCloseText, words), accept: t.action.close });
  if (kind !== 'reopen') return '';
  return askReason({
    title: fill(t.confirmReopen, words),
    text: fill(t.confirmReopenText, words),
    accept: t.action.reopen,
    reason: { label: t.reasonLabel, least: MIN_REASON_LENGTH, short: t.reasonShort },
  });
};

/**
 * Connects the screen to the server and the confirmation dialogs. The list of months has one page and reloads after every step.
 * @param onReviewStarted opens the review of a month
 */
export const usePayPeriods = (onReviewStarted: (id: string) => void) => {
  const { http } = useApp();
  const toast = useToast();
  const askReason = useAskReason();
  const service = useMemo(() => createPayPeriods(http), [http]);
  const reviewStarted = useLatest(onReviewStarted);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<PayPeriod>().provide({ actors: { loadPage: fromPromise(({ signal }) => service.page(signal)) } });
    const verifyHash = async ({ id, label }: PayPeriod): Promise<null> => {
      const { hash, unchanged } = await service.check(id);
      if (!unchanged) throw createRefusal(fill(t.tampered, { month: label }));
      copyToClipboard(hash).catch((error: unknown) => console.warn(error));
      toast(fill(t.checked, { month: label }));
      return null;
    };
    const save = async ({ kind, period }: PayPeriodAction, reply: string): Promise<null> => {
      if (kind === 'check') return verifyHash(period);
      if (kind === 'several') {
        const { data } = await service.closeSeveral(period.id);
        const [closedCount, signedCount, keptOpenCount] = (['close', 'sign', 'keep'] as const).map(
          (step) => data.filter((month) => month.step === step).length,
        );
        toast(fill(closingText.severalDone, { closed: closedCount ?? 0, signed: signedCount ?? 0, kept: keptOpenCount ?? 0 }));
        return null;
      }
      await service.step(period.id, kind, kind === 'reopen' ? reply : undefined);
      toast(fill(t.done[kind], { month: period.label }));
      if (kind === 'review') reviewStarted.current(period.id);
      return null;
    };
    const rowAction = rowActionOf<PayPeriodAction>().provide({
      actors: {
        askAction: fromPromise(({ input: { action } }) => confirmAction(service, action, askReason)),
        saveAction: fromPromise(({ input: { action, reply } }) => save(action, reply)),
      },
      actions: {
        setError: assign(({ context: { action } }, { error }) => ({
          error: toFailureMessage({ error, fallback: action?.kind === 'check' ? t.checkFailed : t.failed }),
        })),
      },
    });
    return listOf<PayPeriod, unknown, PayPeriodAction>().provide({ actors: { pages, rowAction } });
  }, [service, toast, askReason]);
  const search = useSearch();
  const ref = useMachineRef(machine, { ...parseList(search, names), pageSize: SKELETON_ROWS, fallback: t.loadFailed });
  const list = useList<PayPeriod, unknown, PayPeriodAction>(ref, { names });
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true });
  return {
    ...list,
    run: (action: PayPeriodAction) => ref.send({ type: 'action.choose', action }),
  };
};
