import type { ReactNode } from 'react';
import type { Event } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { spanText } from '../../../../contract/rules/time/eventTime.ts';
import { CustomerLink } from '../../../shared/customers/CustomerLink.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { safeLink } from '../../../ui/support/safeLink.ts';
import { formatShift, getTime, severityOfFormat, toDevices } from '../columns.tsx';

const t = messages.eventPanel;
const columns = messages.events.columns;

const joinParts = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');
const toEmailAddress = (email: string | null | undefined): string | null => (email && /^\S+@\S+$/.test(email.trim()) ? email.trim() : null);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === '' || children === null || children === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Contact({ event: { program } }: { event: Event }) {
  const { name, email, phone } = program?.contact ?? {};
  const address = toEmailAddress(email);
  if (!name && !email && !phone) return null;
  return (
    <>
      {name && <span>{name}</span>}
      {address === null ? (
        email && <span>{email}</span>
      ) : (
        <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</a>
      )}
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
    </>
  );
}

function Host({ event: { host } }: { event: Event }) {
  if (!host) return null;
  const href = safeLink(host.url);
  const name = host.anchor ?? href ?? '';
  return href === null ? (
    <span>{name}</span>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}

/** The event's facts from its source. */
export function EventFacts({ event }: { event: Event }) {
  const { customer, program } = event;
  const time = getTime(event);
  const devices = toDevices(event);
  const customerDetails = joinParts(customer.type, customer.address.state);
  return (
    <dl className="event-facts">
      <Fact name={columns.date_time}>{time ? spanText(time) : messages.events.noDay}</Fact>
      <Fact name={t.customer}>
        {customer.id ? <CustomerLink id={customer.id} name={customer.name} /> : customer.name}
        {customerDetails && <span className="muted">{customerDetails}</span>}
      </Fact>
      <Fact name={t.contact}>
        {(program?.contact.name || program?.contact.email || program?.contact.phone) && <Contact event={event} />}
      </Fact>
      <Fact name={t.program}>
        {joinParts(program?.program, program?.type, program?.age && fill(t.age, { age: program.age }), program?.price)}
      </Fact>
      <Fact name={columns.format}>{program?.format && <Badge severity={severityOfFormat(program.format)}>{program.format}</Badge>}</Fact>
      <Fact name={columns.devices}>
        {devices.length === 0 ? null : (
          <span className="event-chips">
            {devices.map(({ name, severity }) => (
              <Badge key={name} severity={severity}>
                {name}
              </Badge>
            ))}
          </span>
        )}
      </Fact>
      <Fact name={t.notes}>{program?.notes}</Fact>
      <Fact name={t.host}>{event.host && <Host event={event} />}</Fact>
      <Fact name={t.shift}>{formatShift(event) || t.noShift}</Fact>
    </dl>
  );
}
