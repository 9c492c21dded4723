import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Commission } from '../../../../contract/entities/commission.ts';
import type { SheetColumns } from '../../../../contract/rules/commission/ownSheet/readSheet.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp, useFeature } from '../../../app/context.ts';
import { ownSheetMachine } from '../../../machines/commissions/ownSheet.machine.ts';
import { createCommissions } from '../../../services/commissions.ts';
import { createDisputes } from '../../../services/disputes.ts';
import { createExplanations } from '../../../services/explanations.ts';
import { readAllPages } from '../../../services/pages.ts';
import { readCells } from '../../../services/sheetText.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { connectOwnSheet } from './connectOwnSheet.ts';

const CONCURRENCY = 4;

/** Connects the comparison of a private sheet with one person's records of the range. */
export const useOwnSheet = (userId: string, { start_date, end_date }: DateRange) => {
  const { http, getService } = useApp();
  const canAsk = useFeature('disputes');
  const machine = useMemo(() => {
    const explanations = getService(createExplanations);
    const explainAll = async (records: readonly Commission[]) => {
      const queue = [...records];
      const explained: [string, Awaited<ReturnType<typeof explanations.explain>>][] = [];
      const explainQueued = async (): Promise<void> => {
        for (let record = queue.shift(); record; record = queue.shift())
          explained.push([record.id, await explanations.explain(record, '')]);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, explainQueued));
      return Object.fromEntries(explained);
    };
    return ownSheetMachine.provide({
      actors: {
        readSheet: fromPromise(({ input }) => readCells(input.source)),
        loadRecords: fromPromise(() => readAllPages(getService(createCommissions).page, { start_date, end_date, user_id: userId })),
        explainRecords: fromPromise(({ input }) => explainAll(input.records)),
        sendQuestion: fromPromise(({ input }) => createDisputes(http).open(input.recordId, input.text.trim())),
      },
    });
  }, [http, getService, userId, start_date, end_date]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  return {
    view: connectOwnSheet(snapshot, canAsk),
    paste: (text: string): void => ref.send({ type: 'text.paste', text }),
    choose: (file: Blob): void => ref.send({ type: 'file.choose', file }),
    chooseColumns: (columns: SheetColumns): void => ref.send({ type: 'columns.choose', columns }),
    compare: (): void => ref.send({ type: 'sheet.compare' }),
    clear: (): void => ref.send({ type: 'sheet.clear' }),
    begin: (recordId: string, text: string): void => ref.send({ type: 'question.begin', recordId, text }),
    type: (text: string): void => ref.send({ type: 'question.type', text }),
    send: (): void => ref.send({ type: 'question.send' }),
    cancel: (): void => ref.send({ type: 'question.cancel' }),
  };
};
export type OwnSheet = ReturnType<typeof useOwnSheet>;
