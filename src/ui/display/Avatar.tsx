import { Avatar as PrimeAvatar } from 'primereact/avatar';

/** A person's initials in a circle: PrimeReact's avatar. CSS draws them, so they do not change the accessible name for voice control. */
export function Avatar({ initials }: { initials: string }) {
  return <PrimeAvatar shape="circle" aria-hidden="true" data-initials={initials} />;
}
