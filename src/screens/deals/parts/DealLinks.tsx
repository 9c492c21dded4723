import { Link } from 'wouter';
import type { Deal, DealLink } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { eventAddress } from '../../../../contract/rules/events/eventAddress.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import type { DealsService } from '../../../services/deals.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import type { Links } from '../useLinks.ts';
import { LinkForm } from './LinkForm.tsx';

const { panel } = messages.deals;

/** The target of a link: the event; the invoice if the user may open it, otherwise its commissions in its month. */
const toHref = ({ kind, id, label, day }: DealLink, opensInvoices: boolean): string => {
  if (kind === 'event') return eventAddress(id, day);
  if (opensInvoices) return `/invoices?${new URLSearchParams({ invoice: id })}`;
  const search = label.split(' · ')[0] ?? '';
  if (day === null) return `/commissions?${new URLSearchParams({ search })}`;
  const { start_date: start, end_date: end } = periodAt('month', day);
  return `/commissions?${new URLSearchParams({ period: 'month', start, end, search })}`;
};

type Props = Readonly<{ deal: Deal; service: DealsService; binding: Links }>;

/** Events and invoices of a deal, linked by hand or created from it (decisions 2.17). */
export function DealLinksList({ deal, service, binding }: Props) {
  const { links, failure, retry, refused, busy, link, unlink, dismiss } = binding;
  const user = useUser();
  const opensInvoices = useFeature('invoices') && can(user, 'screen:invoices');
  const canLink = deal.actions.includes('annotate');
  return (
    <section aria-label={panel.linked} className="deal-links">
      <h3>{panel.linked}</h3>
      {failure !== null && <Alert onRetry={retry}>{failure}</Alert>}
      {refused !== null && <Alert onDismiss={dismiss}>{refused}</Alert>}
      {links?.length === 0 && <p className="muted">{panel.noLinks}</p>}
      <ul>
        {(links ?? []).map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <span className="deal-link-kind">{panel.linkKinds[item.kind]}</span>
            <Link href={toHref(item, opensInvoices)}>{item.label}</Link>
            <span className="muted">
              {item.day !== null && formatDate(item.day)} {item.amount !== null && formatMoney(toCents(item.amount))}
            </span>
            {item.removable && canLink ? (
              <Button
                size="small"
                severity="text"
                unavailable={busy}
                aria-label={fill(panel.unlink, { label: item.label })}
                onClick={() => unlink(item)}
              >
                {panel.remove}
              </Button>
            ) : (
              !item.removable && <span className="muted">{panel.made}</span>
            )}
          </li>
        ))}
      </ul>
      {canLink && <LinkForm service={service} busy={busy} onLink={link} />}
    </section>
  );
}
