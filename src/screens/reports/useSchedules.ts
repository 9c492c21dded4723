import { useEffect, useMemo, useRef } from 'react';
import { assign, fromPromise } from 'xstate';
import type { ReportSchedule, ScheduleBody } from '../../../contract/entities/report.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import { createReportSchedules } from '../../services/reports.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { getScheduleTitle } from './reportNames.ts';

const t = messages.reportSchedules;
const SKELETON_ROWS = 5;
const names: ListNames = { filters: {}, rows: { '': 'schedule' } };
export type ScheduleAction =
  | Readonly<{ kind: 'add'; body: ScheduleBody }>
  | Readonly<{ kind: 'pause' | 'resume' | 'remove'; schedule: ReportSchedule }>;

/** Connects scheduled reports to the server. The list has one page; a new schedule opens as a row that does not exist yet. */
export const useSchedules = () => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const service = useMemo(() => createReportSchedules(http), [http]);
  /** Closes the form; set once the list runs. */
  const close = useRef(() => {});
  const machine = useMemo(() => {
    const pages = cursorPagesOf<ReportSchedule>().provide({ actors: { loadPage: fromPromise(() => service.page()) } });
    const runAction = async (action: ScheduleAction): Promise<string | null> => {
      if (action.kind !== 'remove') return '';
      const name = getScheduleTitle(action.schedule);
      return (await confirm({ title: fill(t.removeTitle, { name }), text: t.removeText, accept: t.removeYes })) ? '' : null;
    };
    const save = async (action: ScheduleAction): Promise<null> => {
      if (action.kind === 'add') await service.add(action.body);
      else if (action.kind === 'remove') await service.remove(action.schedule.id);
      else await service.change(action.schedule, action.kind === 'resume');
      toast(t.done[action.kind]);
      if (action.kind === 'add') close.current();
      return null;
    };
    const rowAction = rowActionOf<ScheduleAction>().provide({
      actors: {
        askAction: fromPromise(({ input: { action } }) => runAction(action)),
        saveAction: fromPromise(({ input: { action } }) => save(action)),
      },
      actions: { setError: assign((_, { error }) => ({ error: toFailureMessage({ error, fallback: t.stepFailed }) })) },
    });
    return listOf<ReportSchedule, unknown, ScheduleAction>().provide({ actors: { pages, rowAction } });
  }, [service, toast, confirm]);
  const ref = useMachineRef(machine, { pageSize: SKELETON_ROWS, fallback: t.failed });
  const list = useList<ReportSchedule, unknown, ScheduleAction>(ref, { names });
  useEffect(() => {
    close.current = list.act.close;
  });
  return { ...list, run: (action: ScheduleAction) => ref.send({ type: 'action.choose', action }) };
};
export type Schedules = ReturnType<typeof useSchedules>;
