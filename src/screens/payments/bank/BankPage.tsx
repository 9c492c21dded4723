import './bank.css';
import { Suspense, useEffect, useRef, useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { chipsOf } from '../../../shared/lists/chipsOf.ts';
import { faceOfColumns } from '../../../shared/lists/faceOfColumns.tsx';
import { ListTable } from '../../../shared/lists/ListTable.tsx';
import { useVisitLayout } from '../../../shared/lists/useVisitLayout.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { downloadCsv, toCsv } from '../../../ui/grid/toolbar/exportCsv.ts';
import { later } from '../../../ui/support/later.tsx';
import { usePageKeys } from '../../../ui/support/pageKeys.ts';
import { PaymentViews } from '../parts/PaymentViews.tsx';
import { BankCards } from './BankCards.tsx';
import BankPanel, { bankKeyRows } from './BankPanel.tsx';
import { bankColumns, columnKeys } from './bankColumns.tsx';
import { directionOptions, filterLabel, stateOptions, titleOf } from './bankNames.ts';
import { type Bank, useBank } from './useBank.ts';

const [RulesDialog] = later(() => import('./RulesDialog.tsx'));
const text = messages.bank;
/** The layout of a phone card. */
const cardPlaces = { title: 'counterparty', figure: 'amount', lines: [['date', 'account'], ['match'], ['state']] };

/** J opens the first transaction if none is open; after that the panel handles the keys. */
const useFirstRow = ({ view, act }: Bank): void => {
  usePageKeys(bankKeyRows);
  const latest = useRef(() => {});
  useEffect(() => {
    const first = view.opened === null ? view.rows[0] : undefined;
    latest.current = () => first && act.open(first.id);
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
  const select = (key: string, label: string, options: typeof stateOptions) => (
    <Select aria-label={label} value={view.filters[key] ?? ''} options={options} onChange={({ target }) => act.choose(key, target.value)} />
  );
  return (
    <div className="list-filters">
      {select('state', text.state, stateOptions)}
      {select('direction', text.direction, directionOptions)}
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={view.search}
        onChange={({ target }) => act.type(target.value)}
      />
    </div>
  );
}

function Empty({ bank: { view }, isNarrowed }: { bank: Bank; isNarrowed: boolean }) {
  if (isNarrowed) return <EmptyState title={text.emptyFound}>{text.emptyFoundWhy}</EmptyState>;
  const isDone = (view.summary?.total ?? 0) > 0;
  return <EmptyState title={isDone ? text.done : text.empty}>{isDone ? text.doneWhy : text.emptyWhy}</EmptyState>;
}

/** Bank transactions and their matches (decisions 2.15, 2.16, 3.04): an inbox that can be worked through by keyboard. */
export default function BankPage() {
  const bank = useBank();
  const { view, act } = bank;
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  const [showsRules, showRules] = useState(false);
  useFirstRow(bank);
  const chips = chipsOf(view, act, filterLabel);
  return (
    <div className="page payments">
      <header className="page-head">
        <h1>{messages.payments.title}</h1>
        <span className="page-acts">
          <PaymentViews shown="bank" />
          <Button severity="secondary" onClick={() => showRules(true)}>
            {text.rules.title}
          </Button>
        </span>
      </header>
      <BankCards bank={bank} />
      <Card title={text.label} className="list-card">
        <ListTable
          label={text.label}
          columns={bankColumns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: bank.readAll }}
          onExport={(rows) => downloadCsv(text.exportName, toCsv(bankColumns, rows))}
          chips={chips}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          rowLabel={(row) => fill(text.openRow, { name: titleOf(row) })}
          faceOf={faceOfColumns(bankColumns, cardPlaces)}
          empty={<Empty bank={bank} isNarrowed={chips.length > 0} />}
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
