import './notifications.css';
import { Link, useLocation } from 'wouter';
import type { Notification } from '../../../contract/entities/notification.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { settingsPath } from '../../app/routes.ts';
import { createChips } from '../../shared/lists/createChips.ts';
import { DayFilter } from '../../shared/lists/DayFilter.tsx';
import { FilterChoice } from '../../shared/lists/FilterChoice.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { noticeColumnKeys, noticeColumns, toNoticeCard } from './columns.tsx';
import { noticeStateOptions, noticesFilterLabel, noticeTypeOptions } from './noticeNames.ts';
import { useNotices } from './useNotices.ts';

const t = messages.notificationsPage;
const ROW_HEIGHT = 56;

/** Follows only paths within the app, because a link sent by another provider could lead anywhere. */
const getPath = ({ link }: Notification): string | null =>
  typeof link === 'string' && link.startsWith('/') && !link.startsWith('//') ? link : null;

type Notices = ReturnType<typeof useNotices>;

function Filters({ notices: { view, act } }: { notices: Notices }) {
  const { filters } = view;
  const select = (key: string, label: string, options: readonly Readonly<{ value: string; label: string }>[]) => (
    <FilterChoice label={label} value={filters[key] ?? ''} options={options} onChange={(value) => act.choose(key, value)} />
  );
  return (
    <>
      {select('unread', t.state, noticeStateOptions)}
      {select('type', t.type, noticeTypeOptions)}
      <DayFilter
        from={{ key: 'start_date', label: t.from }}
        until={{ key: 'end_date', label: t.until }}
        filters={filters}
        onChoose={act.choose}
      />
    </>
  );
}

/** spec 2.14, decisions 5.01: all notifications of the user. */
export default function NotificationsScreen() {
  const notices = useNotices();
  const { view, act, isLive } = notices;
  const [, navigate] = useLocation();
  const { layout, onLayoutChange } = useVisitLayout(noticeColumnKeys);
  const columns = noticeColumns({ onRead: notices.read });
  const chips = isLive ? createChips(view, act, noticesFilterLabel) : [];
  const openNotice = (notice: Notification): void => {
    if (!notice.read) notices.read(notice.id);
    const path = getPath(notice);
    if (path !== null) navigate(path);
  };
  const isFiltered = chips.length > 0;
  return (
    <div className="page notices">
      <PageHead
        title={t.title}
        about={isLive ? t.subtitle : fill(t.newestOnly, { count: limits.notifications.items })}
        actions={
          <>
            <Link href={settingsPath}>{t.settings}</Link>
            <Button severity="secondary" unavailable={notices.isMarkingAll} onClick={notices.readEverything}>
              {t.markAll}
            </Button>
          </>
        }
      />
      {notices.failed !== null && <Alert onDismiss={notices.dismissFailed}>{notices.failed}</Alert>}
      <Card title={t.title} className="list-card page-list">
        <ListTable
          label={t.title}
          columns={columns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: notices.readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(columns.slice(0, -1), rows))}
          chips={chips}
          onRowOpen={openNotice}
          openRow={null}
          toCard={toNoticeCard}
          rowLabel={({ title }) => fill(t.open, { title })}
          rowHeight={ROW_HEIGHT}
          empty={<EmptyState title={isFiltered ? t.emptyFound : t.empty}>{isFiltered ? t.emptyFoundWhy : t.emptyWhy}</EmptyState>}
        >
          {isLive ? <Filters notices={notices} /> : null}
        </ListTable>
      </Card>
    </div>
  );
}
