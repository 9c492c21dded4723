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
const hrefOf = ({ kind, id, label, day }: DealLink, opensInvoices: boolean): string => {
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
  const mayLink = deal.actions.includes('annotate');
  return (
    <section aria-label={panel.linked} className="deal-links">
      <h3>{panel.linked}</h3>
      {failure !== null && <Alert onRetry={retry}>{failure}</Alert>}
      {refused !== null && <Alert onDismiss={dismiss}>{refused}</Alert>}
      {links?.length === 0 && <p className="muted">{panel.noLinks}</p>}
      <ul>
        {(links ?? []).map((each) => (
          <li key={`${each.kind} ${each.id}`}>
            <span className="deal-link-kind">{panel.linkKinds[each.kind]}</span>
            <Link href={hrefOf(each, opensInvoices)}>{each.label}</Link>
            <span className="muted">
              {each.day !== null && formatDate(each.day)} {each.amount !== null && formatMoney(toCents(each.amount))}
            </span>
            {each.removable && mayLink ? (
              <Button
                size="small"
                severity="text"
                unavailable={busy}
                aria-label={fill(panel.unlink, { label: each.label })}
                onClick={() => unlink(each)}
              >
                {panel.remove}
              </Button>
            ) : (
              !each.removable && <span className="muted">{panel.made}</span>
            )}
          </li>
        ))}
      </ul>
      {mayLink && <LinkForm service={service} busy={busy} onLink={link} />}
    </section>
  );
}
