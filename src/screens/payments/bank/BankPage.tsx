import './bank.css';
import { Suspense, useEffect, useRef, useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { createCardBuilder } from '../../../shared/lists/createCardBuilder.tsx';
import { createChips } from '../../../shared/lists/createChips.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { ListTable } from '../../../shared/lists/ListTable.tsx';
import { SearchField } from '../../../shared/lists/SearchField.tsx';
import { useVisitLayout } from '../../../shared/lists/useVisitLayout.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { usePageKeys } from '../../../ui/support/pageKeys.ts';
import { PaymentViews } from '../parts/PaymentViews.tsx';
import { BankCards } from './BankCards.tsx';
import BankPanel, { bankKeyRows } from './BankPanel.tsx';
import { bankColumnKeys, bankTableColumns } from './bankColumns.tsx';
import { bankFilterLabel, bankStateOptions, bankTitle, directionOptions } from './bankNames.ts';
import { type Bank, useBank } from './useBank.ts';

const [RulesDialog] = lazyComponent(() => import('./RulesDialog.tsx'));
const t = messages.bank;
const cardFields = { title: 'counterparty', figure: 'amount', lines: [['date', 'account'], ['match'], ['state']] };

/** J opens the first transaction if none is open; after that the panel handles the keys. */
const useFirstRow = ({ view, act }: Bank): void => {
  usePageKeys(bankKeyRows);
  const latest = useRef(() => {});
  useEffect(() => {
    const firstRow = view.opened === null ? view.rows[0] : undefined;
    latest.current = () => firstRow && act.open(firstRow.id);
  });
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      const isTyping = target instanceof Element && target.matches('input, select, textarea');
      if (key.toLowerCase() !== 'j' || isTyping || ctrlKey || metaKey || altKey || document.querySelector('.p-dialog')) return;
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};

function Filters({ bank: { view, act } }: { bank: Bank }) {
  const select = (key: string, label: string, options: typeof bankStateOptions) => (
    <FilterChoice label={label} value={view.filters[key] ?? ''} options={options} onChange={(value) => act.choose(key, value)} />
  );
  return (
    <>
      {select('state', t.state, bankStateOptions)}
      {select('direction', t.direction, directionOptions)}
    </>
  );
}

function Empty({ bank: { view }, isFiltered }: { bank: Bank; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={t.emptyFound}>{t.emptyFoundWhy}</EmptyState>;
  const isDone = (view.summary?.total ?? 0) > 0;
  return <EmptyState title={isDone ? t.done : t.empty}>{isDone ? t.doneWhy : t.emptyWhy}</EmptyState>;
}

/** decisions 2.15, 2.16, 3.04: bank transactions and their matches, as an inbox for keyboard users. */
export default function BankPage() {
  const bank = useBank();
  const { view, act } = bank;
  const { layout, onLayoutChange } = useVisitLayout(bankColumnKeys);
  const [showsRules, showRules] = useState(false);
  useFirstRow(bank);
  const chips = createChips(view, act, bankFilterLabel);
  return (
    <div className="page payments">
      <PageHead
        title={messages.payments.title}
        about={messages.payments.subtitle}
        actions={
          <>
            <PaymentViews shown="bank" />
            <Button severity="secondary" onClick={() => showRules(true)}>
              {t.rules.title}
            </Button>
          </>
        }
      />
      <BankCards bank={bank} />
      <Card title={t.label} className="list-card">
        <ListTable
          label={t.label}
          columns={bankTableColumns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: bank.readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(bankTableColumns, rows))}
          chips={chips}
          tools={<SearchField label={t.search} value={view.search} onChange={act.type} />}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          rowLabel={(row) => fill(t.openRow, { name: bankTitle(row) })}
          toCard={createCardBuilder(bankTableColumns, cardFields)}
          empty={<Empty bank={bank} isFiltered={chips.length > 0} />}
        >
          <Filters bank={bank} />
        </ListTable>
      </Card>
      {view.opened && <BankPanel key={view.opened.id} bank={bank} opened={view.opened} />}
      {showsRules && (
        <Suspense fallback={null}>
          <RulesDialog service={bank.service} onClose={() => showRules(false)} />
        </Suspense>
      )}
    </div>
  );
}
