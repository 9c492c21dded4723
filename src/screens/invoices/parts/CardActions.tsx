import type { Invoice } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Invoices } from '../useInvoices.ts';

const t = messages.invoices;

/** The invoice's next step as a one-tap button; the panel has the other actions. */
export function CardActions({ invoice, invoices }: { invoice: Invoice; invoices: Invoices }) {
  const pendingActions = (['send', 'assign'] as const).filter(
    (action) => invoice.actions.includes(action) && (action === 'send' || invoice.salesperson_id === null),
  );
  return pendingActions.map((action) => (
    <Button
      key={action}
      size="small"
      severity="secondary"
      disabled={invoices.view.acting}
      aria-label={fill(t.cardAct, { action: t.actions[action], number: invoice.invoice_number })}
      onClick={() => invoices.show(invoice.id, action)}
    >
      {t.actions[action]}
    </Button>
  ));
}
