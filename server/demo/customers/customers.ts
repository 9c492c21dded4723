import type { SpecifiedTerritory } from '../../../contract/entities/user.ts';
import { allPlaces, type DemoPlace, places } from '../people/places.ts';
import type { Random } from '../random.ts';

export type CustomerType = 'Library' | 'School' | 'District' | 'Boys & Girls Club' | 'Parks & Recreation';
/** `size`: the relative size of its invoices. */
export type Customer = Readonly<{ name: string; type: CustomerType; place: DemoPlace; size: number }>;

const types: readonly (readonly [CustomerType, number])[] = [
  ['Library', 38],
  ['School', 24],
  ['District', 12],
  ['Boys & Girls Club', 12],
  ['Parks & Recreation', 14],
];
const sizes: Readonly<Record<CustomerType, number>> = {
  Library: 0.7,
  School: 0.9,
  District: 2.2,
  'Boys & Girls Club': 0.9,
  'Parks & Recreation': 1.1,
};
const branches = ['Central', 'Eastside', 'Northgate', 'Westfield', 'Riverside', 'Hillcrest', 'Lakeview', 'Carver', 'Main Street'];
const schools = [
  'Lincoln',
  'Roosevelt',
  'Rosa Parks',
  'Cesar Chavez',
  'Oak Grove',
  'Maple Ridge',
  'Sunnyside',
  'Jefferson',
  'Horace Mann',
  'Sally Ride',
  'Cedar Creek',
  'Willow Glen',
  'Frederick Douglass',
  'Eleanor Roosevelt',
  'Pine Hill',
];
const levels = ['Elementary School', 'Elementary School', 'Middle School', 'Middle School', 'K-8 School', 'STEM Academy'];

const districtOf = ({ city, state }: DemoPlace): string => {
  if (['CA', 'AZ', 'OR', 'KS'].includes(state)) return `${city} Unified School District`;
  if (['NY', 'ID', 'PA', 'AR'].includes(state)) return `${city} City School District`;
  return `${city} Public Schools`;
};

const nameOf = (random: Random, type: CustomerType, place: DemoPlace): string => {
  const { city } = place;
  if (type === 'Library') return random.chance(0.55) ? `${city} Public Library` : `${city} Public Library, ${random.pick(branches)} Branch`;
  if (type === 'School') return `${random.pick(schools)} ${random.pick(levels)}, ${city}`;
  if (type === 'District') return districtOf(place);
  if (type === 'Parks & Recreation')
    return random.chance(0.6) ? `${city} Parks & Recreation` : `${city} Parks & Recreation, Youth Programs`;
  return random.chance(0.6) ? `Boys & Girls Club of ${city}` : `Boys & Girls Clubs of Greater ${city}`;
};

/** A plausible customer in the territory. */
export const randomCustomer = (random: Random, territory: SpecifiedTerritory | null): Customer => {
  const place = random.pick(territory && territory !== 'Global' ? places[territory] : allPlaces);
  const type = random.weighted(types);
  return { name: nameOf(random, type, place), type, place, size: sizes[type] };
};

type CustomerName = Readonly<{ customer_name: string; customer_type?: string | null }>;

/** Numbers customers by name, as migration 017 does. @param add receives each new one */
export const createCustomerNumbers = (add: (rows: readonly { id: number; name: string; customer_type: string | null }[]) => void) => {
  const ids = new Map<string, number>();
  return ({ customer_name: name, customer_type = null }: CustomerName): number => {
    const key = name.trim().toLowerCase();
    const existingId = ids.get(key);
    if (existingId !== undefined) return existingId;
    const id = ids.size + 1;
    ids.set(key, id);
    add([{ id, name: name.trim(), customer_type }]);
    return id;
  };
};
