import './customer.css';
import { Link, useParams } from 'wouter';
import type { CustomerPage } from '../../../contract/entities/customerPage.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useToday } from '../../app/context.ts';
import { NotFoundPage } from '../../app/pages/NotFound.tsx';
import { createCustomers } from '../../services/customers.ts';
import { MISSING, orMissing } from '../../shared/orMissing.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { CustomerFigures } from './parts/Figures.tsx';
import { InvoicesCard } from './parts/InvoicesCard.tsx';
import { PaymentsCard } from './parts/PaymentsCard.tsx';
import { SalesCards } from './parts/SalesCards.tsx';
import { SellersCard } from './parts/SellersCard.tsx';
import { toRecordsLink } from './recordsLink.ts';

const t = messages.customerPage;
/** Reserved height of the figures and the first cards. */
const PAGE_PX = 480;

function CustomerCards({ customer }: { customer: CustomerPage }) {
  const today = useToday();
  return (
    <>
      <PageHead
        title={customer.name}
        about={
          <span className="customer-facts">
            {customer.customer_type !== null && <span>{customer.customer_type}</span>}
            {customer.email !== null && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
          </span>
        }
        actions={
          customer.invoices === null && customer.deals !== null && <Link href={toRecordsLink(customer.name, today)}>{t.records}</Link>
        }
      />
      <CustomerFigures customer={customer} />
      <div className="customer-parts">
        <div className="customer-column">
          <InvoicesCard customer={customer} />
          <PaymentsCard customer={customer} />
        </div>
        <div className="customer-column">
          <SellersCard customer={customer} />
          <SalesCards customer={customer} />
        </div>
      </div>
    </>
  );
}

function Customer({ id }: { id: string }) {
  const { http } = useApp();
  const { answer, loading, error, refused, retry } = useAnswer<CustomerPage | typeof MISSING>(
    () => orMissing(createCustomers(http).read(id)),
    {},
    t.loadFailed,
  );
  if (answer === MISSING) return <NotFoundPage />;
  return (
    <div className="page customer">
      {answer === null && <PageHead title={t.title} />}
      {error !== null && <Alert onRetry={refused ? undefined : retry}>{error}</Alert>}
      {loading && answer === null && <Skeleton height={PAGE_PX} />}
      {answer && <CustomerCards customer={answer} />}
    </div>
  );
}

/** decisions 3.10: everything about one customer on one page. */
export default function CustomerScreen() {
  const { id = '' } = useParams<{ id: string }>();
  // A new customer remounts the page, so no figure appears under another customer's name.
  return <Customer key={id} id={id} />;
}
