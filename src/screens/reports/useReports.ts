import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { Report } from '../../../contract/entities/report.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useFeature, useToast } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { type ReportRowAction, reportsMachine } from '../../machines/reports/reports.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import { saveFile } from '../../services/browser.ts';
import type { Http } from '../../services/http.ts';
import { readAllPages } from '../../services/pages.ts';
import { createReports, type ReportsService } from '../../services/reports.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { isUnfinished, reportNames } from './reportNames.ts';

const t = messages.reports;
const rowNames = Object.values(reportNames.rows ?? {});

/** Not connected (spec 1.02, 7.36): filters and buttons have no effect. */
const sampleService = (http: Http): ReportsService => ({
  ...createReports(http),
  page: async (request) => (await import('./sample.ts')).sampleReportsPage(request),
  one: async (id) => {
    const report = (await import('./sample.ts')).sampleReport(id);
    if (!report) throw { status: 404, data: { message: t.oneFailed } };
    return report;
  },
});

/** Connects the list of reports to its source: the server, or the specified sample without the feature (decisions 1.02). */
export const useReports = () => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const isLive = useFeature('reports');
  const service = useMemo(() => (isLive ? createReports(http) : sampleService(http)), [http, isLive]);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<Report>().provide({ actors: { loadPage: fromPromise(({ input }) => service.page(input)) } });
    const runAction = async ({ kind, report: { name } }: ReportRowAction): Promise<string | null> => {
      if (kind !== 'remove') return '';
      return (await confirm({ title: fill(t.removeTitle, { name }), text: t.removeText, accept: t.removeYes })) ? '' : null;
    };
    const save = async ({ kind, report: { id, name, file_name } }: ReportRowAction): Promise<null> => {
      if (kind === 'download') saveFile(file_name ?? `report-${id}`, await service.file(id));
      else {
        await service[kind](id);
        toast(fill(t.done[kind], { name }));
      }
      return null;
    };
    const rowAction = rowActionOf<ReportRowAction>().provide({
      actors: {
        askAction: fromPromise(({ input: { action } }) => runAction(action)),
        saveAction: fromPromise(({ input: { action } }) => save(action)),
      },
      actions: {
        setError: assign(({ context: { action } }, { error }) => ({
          error: toFailureMessage({ error, fallback: action?.kind === 'download' ? t.fileFailed : t.stepFailed }),
        })),
      },
    });
    const list = listOf<Report, unknown, ReportRowAction>().provide({ actors: { pages, rowAction } });
    return reportsMachine.provide({ actors: { list } });
  }, [service, toast, confirm]);
  const search = useSearch();
  const ref = useMachineRef(machine, { opening: parseList(search, reportNames) });
  const listRef = useSelector(ref, (snapshot) => snapshot.children.list);
  if (!listRef) throw new Error('reports run without their list');
  const list = useList<Report, unknown, ReportRowAction>(listRef, { names: reportNames });
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true, rowNames });
  const busy = isLive && list.view.rows.some(isUnfinished);
  useEffect(() => ref.send({ type: busy ? 'work.seen' : 'work.ended' }), [ref, busy]);
  return {
    ...list,
    service,
    isLive,
    run: (action: ReportRowAction) => {
      if (isLive) listRef.send({ type: 'action.choose', action });
    },
    requested: () => ref.send({ type: 'report.requested' }),
    /** Opens another report, or another dialog over the list. */
    show: (id: string, pane = '') => {
      list.act.close();
      list.act.open(id, pane);
    },
    readAll: () => readAllPages(service.page, list.question),
  };
};
export type Reports = ReturnType<typeof useReports>;
