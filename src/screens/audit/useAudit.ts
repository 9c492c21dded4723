import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { AuditLogRow } from '../../../contract/entities/audit.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useToast } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { type AuditSummary, createAuditLog } from '../../services/auditLog.ts';
import { copyToClipboard } from '../../services/browser.ts';
import { type PageRequest, readAllPages } from '../../services/pages.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { auditNames, toServerFilters } from './auditNames.ts';

const t = messages.auditLog;

/** Connects the read-only audit list to the server. */
export const useAudit = () => {
  const { http } = useApp();
  const toast = useToast();
  const service = useMemo(() => createAuditLog(http), [http]);
  const page = useCallback((request: PageRequest) => service.page({ ...request, question: toServerFilters(request.question) }), [service]);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<AuditLogRow, AuditSummary>().provide({
      actors: { loadPage: fromPromise(({ input }) => page(input)) },
    });
    return listOf<AuditLogRow, AuditSummary>().provide({ actors: { pages } });
  }, [page]);
  const search = useSearch();
  const ref = useMachineRef(machine, { ...parseList(search, auditNames), pageSize: limits.audit.pageSize, fallback: t.loadTitle });
  const list = useList<AuditLogRow, AuditSummary>(ref, { names: auditNames });
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true });
  return {
    ...list,
    readAll: () => readAllPages(page, list.question),
    copy: (hash: string): void => void copyToClipboard(hash).then(() => toast(t.copied), console.warn),
  };
};
