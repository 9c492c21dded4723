import type { ComponentProps, KeyboardEvent } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { useInvoiceSearch } from './useInvoiceSearch.ts';

const t = messages.adjustmentFormText;
type Props = Parameters<typeof useInvoiceSearch>[0] & { field: ComponentProps<'input'> };

/** spec 5.03: searches for an invoice and chooses it (combobox pattern of WAI-ARIA APG, list autocomplete). */
export function InvoiceSearch({ field, ...options }: Props) {
  const search = useInvoiceSearch(options);
  const optionId = (id: string): string => `${search.listId}-${id}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const delta = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (delta !== null) {
      event.preventDefault();
      search.move(delta);
    } else if (event.key === 'Enter' && search.current) {
      event.preventDefault();
      search.choose(search.current);
    } else if (event.key === 'Escape' && search.closable) {
      // Escape closes the list, not the dialog around it.
      event.stopPropagation();
      event.preventDefault();
      search.close();
    }
  };
  return (
    <div className="invoice-search">
      <Input
        {...field}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={search.open}
        aria-controls={search.listId}
        aria-activedescendant={search.current ? optionId(search.current.id) : undefined}
        aria-busy={search.searching || undefined}
        placeholder={t.invoicePlaceholder}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={search.leave}
      />
      <div className="invoice-list" hidden={!search.open}>
        <div role="listbox" id={search.listId} aria-label={t.invoices}>
          {search.found.map((invoice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={invoice.id}
              id={optionId(invoice.id)}
              role="option"
              aria-selected={invoice.id === search.current?.id}
              className="invoice-option"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => search.choose(invoice)}
            >
              <strong>{invoice.invoice_number}</strong>
              <span className="muted">{invoice.customer.name}</span>
            </div>
          ))}
        </div>
        {search.open && search.found.length === 0 && (
          <p className="invoice-note" role="status">
            {fill(t.noInvoices, { text: search.text.trim() })}
          </p>
        )}
      </div>
    </div>
  );
}
