import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { ArrivedAnimals, OfferedTransfer } from '#contract/transfers.ts';
import { kindWord } from '#domain/records/births.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { TagNumber } from '#web/components/tag-number.tsx';
import { plural } from '#domain/values/plural.ts';
import { withdrawalText } from '#web/herd/day-text.ts';
import { call, errorMessage } from '#web/lib/server/api.ts';
import { longDate } from '#web/lib/text/format.ts';
import { refreshCurrentUser, useCurrentUser, useRights } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { LabelledInput } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

const unreachable = 'The server could not be reached. Check your connection and try again.';

/** The code follows a `#`, because that part of an address is not sent to servers and is not logged. */
export function MoveInPage() {
  const inAddress: string = useRouterState({ select: ({ location }) => location.hash });
  return (
    <>
      <PageHeader title="Bought animals" subtitle="Bring them into your farm with their history" />
      <ByCode key={inAddress} given={inAddress} />
    </>
  );
}

function ByCode({ given }: { readonly given: string }) {
  const [code, setCode] = useState(given);
  return code === '' ? <EnterCode onEnter={setCode} /> : <Offered key={code} code={code} onEnter={setCode} />;
}

function EnterCode({ onEnter }: { readonly onEnter: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <form
      className="flex max-w-lg flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') onEnter(code.trim());
      }}
    >
      <LabelledInput
        label="Code"
        hint="From the seller: four groups of five letters and digits"
        fieldClassName="w-full"
        className="font-mono uppercase"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit">See the animals</Button>
    </form>
  );
}

interface OfferedProps {
  readonly code: string;
  readonly onEnter: (code: string) => void;
}

function Offered({ code, onEnter }: OfferedProps) {
  const { data: user } = useCurrentUser();
  const offered = useQuery({
    queryKey: ['sold animals', code],
    queryFn: () => call('openTransfer', { body: { code } }),
  });
  const accept = useMutation({ mutationFn: () => call('acceptTransfer', { body: { code } }) });
  if (accept.data) return <Arrived arrived={accept.data} />;
  if (offered.isError) {
    return (
      <>
        <Alert role="alert" variant="destructive" className="mb-6 max-w-lg" title="Check the code">
          {errorMessage(offered.error, unreachable)}
        </Alert>
        <EnterCode onEnter={onEnter} />
      </>
    );
  }
  if (!offered.data) return <Skeleton className="h-64 max-w-2xl" />;
  return (
    <Card className="max-w-2xl">
      <Heading offered={offered.data} />
      <Animals offered={offered.data} />
      <CardContent className="flex flex-col items-start gap-4">
        {accept.isError && (
          <Alert role="alert" variant="destructive" className="w-full" title="The animals were not accepted">
            {errorMessage(accept.error, `${unreachable} Nothing is added twice.`)}
          </Alert>
        )}
        <TakeOver user={user ?? null} code={code} isBusy={accept.isPending} onAccept={() => accept.mutateAsync()} />
      </CardContent>
    </Card>
  );
}

function Heading({ offered: { farmName, day, animals, entries, withNotes } }: { readonly offered: OfferedTransfer }) {
  const what = [
    entries === 0 ? undefined : plural(entries, 'journal entry').replace('entrys', 'entries'),
    'their ancestors',
    'the papers of the sale',
    withNotes ? 'the seller’s notes' : undefined,
  ].filter((each) => each !== undefined);
  return (
    <CardHeader
      title={`${farmName ?? 'A farm'} is transferring ${plural(animals.length, 'animal')} to you`}
      description={`Sold on ${longDate(day)}. They come with ${new Intl.ListFormat('en-US').format(what)}.`}
    />
  );
}

function Animals({ offered: { animals } }: { readonly offered: OfferedTransfer }) {
  const now = today();
  return (
    <ul aria-label="Animals" className="mt-4 max-h-96 divide-y overflow-y-auto border-y">
      {animals.map((animal, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="px-5 py-2.5">
          <p dir="auto" className="font-medium wrap-anywhere">
            <TagNumber>{animal.tagNumber}</TagNumber> {animal.name}
          </p>
          <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
            {[
              kindWord(animal, now),
              animal.breed,
              animal.color,
              animal.birthDate === null ? animal.birthYear : `born ${longDate(animal.birthDate)}`,
              ...animal.numbers.map(({ number }) => number),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {animal.withheld.map((end) => (
            <p key={end.product} className="text-sm font-medium">
              {withdrawalText(end, now)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface TakeOverProps {
  readonly user: CurrentUser | null;
  readonly code: string;
  readonly isBusy: boolean;
  readonly onAccept: () => Promise<unknown>;
}

function TakeOver({ user, code, isBusy, onAccept }: TakeOverProps) {
  const mayKeep = useRights().has('keep');
  if (!user) return <SignInFirst code={code} />;
  if (!user.subscriptionPlan) return <PlanFirst isBusy={isBusy} onAccept={onAccept} />;
  if (!mayKeep) {
    return (
      <p>Your role on {user.farmName ?? 'this farm'} does not allow this. Open another farm, or ask its owner to accept them.</p>
    );
  }
  return (
    <>
      <p>
        They are added to {user.farmName ?? 'your farm'}, which is open now, and count towards its plan. Either all of them are
        added or none.
      </p>
      <Button busy={isBusy} onClick={() => void onAccept().catch(() => undefined)}>
        Accept the animals
      </Button>
    </>
  );
}

function SignInFirst({ code }: { readonly code: string }) {
  const state = { wanted: { address: `/move-in#${code}` } };
  return (
    <>
      <p>Log in or create an account to accept them. You then come back here.</p>
      <div className="flex flex-wrap gap-2.5">
        <LinkButton to="/login" search={{ tab: 'login' }} state={state}>
          Log in
        </LinkButton>
        <LinkButton to="/login" search={{ tab: 'register' }} state={state} variant="outline">
          Create an account
        </LinkButton>
      </div>
    </>
  );
}

/** A person who has just registered has no plan yet, and the free one may be enough. */
function PlanFirst({ isBusy, onAccept }: Pick<TakeOverProps, 'isBusy' | 'onAccept'>) {
  const select = useMutation({
    mutationFn: async () => {
      await call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } });
      await onAccept();
    },
    onSettled: (_, __, ___, ____, { client }) => refreshCurrentUser(client),
  });
  return (
    <>
      <p>
        Your farm has no plan yet. The free plan has room for 10 animals; to use another plan, choose it first and open this link
        again.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button busy={isBusy || select.isPending} onClick={() => select.mutate()}>
          Accept them on the free plan
        </Button>
        <LinkButton to="/choose-plan" variant="outline">
          See the plans
        </LinkButton>
      </div>
    </>
  );
}

function Arrived({ arrived: { animals, papers, photosLeftOut } }: { readonly arrived: ArrivedAnimals }) {
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title={<output>{`${plural(animals.length, 'animal')} added`}</output>}
        description={
          photosLeftOut > 0 ? `${plural(photosLeftOut, 'photo')} could not be added: your farm has no room for more.` : undefined
        }
      />
      <ul aria-label="Animals" className="mt-4 divide-y border-y">
        {animals.map(({ id, tagNumber, name }) => (
          <li key={id}>
            <Link to="/animals/$id" params={{ id }} className="flex min-h-11 items-center gap-2 px-5 py-2 hover:bg-secondary">
              <TagNumber>{tagNumber}</TagNumber>{' '}
              <span dir="auto" className="wrap-anywhere">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <CardContent className="flex flex-wrap gap-2.5">
        <LinkButton to="/animals">See your animals</LinkButton>
        {papers.map(({ id, label }) => (
          <LinkButton key={id} to="/receipts/$id" params={{ id }} variant="outline">
            {label}
          </LinkButton>
        ))}
      </CardContent>
    </Card>
  );
}
