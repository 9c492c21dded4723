import type { SpecifiedTerritory } from '../../../contract/entities/user.ts';

export type DemoPlace = Readonly<{ city: string; state: string; zone: string }>;

const [eastern, central, mountain, pacific] = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];

const parsePlaces = (zone: string, text: string): DemoPlace[] =>
  text.split('; ').map((entry) => {
    const [city = '', state = ''] = entry.split(', ');
    return { city, state, zone };
  });

export const places: Readonly<Record<Exclude<SpecifiedTerritory, 'Global'>, readonly DemoPlace[]>> = {
  Northeast: parsePlaces(
    eastern,
    'Albany, NY; Syracuse, NY; Rochester, NY; Yonkers, NY; Ithaca, NY; Hartford, CT; Stamford, CT; New Haven, CT; Providence, RI; Warwick, RI; Worcester, MA; Lowell, MA; Quincy, MA; Springfield, MA; Manchester, NH; Portland, ME; Burlington, VT; Newark, NJ; Edison, NJ; Trenton, NJ; Allentown, PA; Scranton, PA; Lancaster, PA; Wilmington, DE; Towson, MD; Rockville, MD',
  ),
  Southeast: [
    ...parsePlaces(
      eastern,
      'Atlanta, GA; Savannah, GA; Macon, GA; Charlotte, NC; Raleigh, NC; Durham, NC; Asheville, NC; Columbia, SC; Greenville, SC; Richmond, VA; Norfolk, VA; Roanoke, VA; Tampa, FL; Orlando, FL; Gainesville, FL; Tallahassee, FL; Knoxville, TN; Lexington, KY',
    ),
    ...parsePlaces(
      central,
      'Nashville, TN; Memphis, TN; Birmingham, AL; Huntsville, AL; Mobile, AL; Jackson, MS; Baton Rouge, LA; Little Rock, AR',
    ),
  ],
  Midwest: [
    ...parsePlaces(
      eastern,
      'Columbus, OH; Dayton, OH; Toledo, OH; Akron, OH; Grand Rapids, MI; Lansing, MI; Ann Arbor, MI; Fort Wayne, IN',
    ),
    ...parsePlaces(
      central,
      'Naperville, IL; Peoria, IL; Rockford, IL; Evanston, IL; Madison, WI; Green Bay, WI; Kenosha, WI; Duluth, MN; St. Paul, MN; Bloomington, MN; Des Moines, IA; Cedar Rapids, IA; Omaha, NE; Lincoln, NE; Topeka, KS; Wichita, KS; Springfield, MO; Columbia, MO; Sioux Falls, SD; Fargo, ND',
    ),
  ],
  West: [
    ...parsePlaces(
      pacific,
      'Sacramento, CA; Fresno, CA; Oakland, CA; San Jose, CA; Long Beach, CA; Santa Ana, CA; Chula Vista, CA; Portland, OR; Salem, OR; Eugene, OR; Tacoma, WA; Spokane, WA; Everett, WA; Reno, NV; Henderson, NV',
    ),
    ...parsePlaces(
      mountain,
      'Boise, ID; Denver, CO; Aurora, CO; Fort Collins, CO; Salt Lake City, UT; Provo, UT; Santa Fe, NM; Albuquerque, NM; Billings, MT; Cheyenne, WY',
    ),
    ...parsePlaces('America/Phoenix', 'Mesa, AZ; Tempe, AZ; Chandler, AZ; Tucson, AZ; Glendale, AZ'),
    ...parsePlaces('US/Arizona', 'Flagstaff, AZ; Scottsdale, AZ'),
  ],
};

export const allPlaces: readonly DemoPlace[] = Object.values(places).flat();
