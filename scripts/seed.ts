import { calendarDateOf } from '../src/domain/values/calendar-date.ts';
import { addAccount, findAccount, setAddress, updateProfile } from '../src/server/accounts/accounts.queries.ts';
import { createPasswords } from '../src/server/passwords.ts';
import { readConfig } from '../src/server/config.ts';
import { openDatabase } from '../src/server/db/engines/connect.ts';
import { migrate } from '../src/server/db/engines/migrate.ts';
import { inFarmTransaction, inTransaction } from '../src/server/db/transaction.ts';
import { operatorSentence } from '../src/server/operator.ts';
import { assignPlan } from '../src/server/subscriptions/farm-plan.queries.ts';
import { openPictures } from '../src/server/storage/open-store.ts';
import { createDemoFarm } from './demo-farm.ts';
import { addPhotos } from './demo-photos.ts';

const demo = { username: 'demo', password: 'hay and clover', email: 'demo@example.org' };

try {
  await seed();
} catch (error) {
  console.error(operatorSentence(error) ?? error);
  process.exitCode = 1;
}

async function seed(): Promise<void> {
  const config = readConfig(process.env);
  const { db, engine } = openDatabase(config);
  try {
    await migrate(db, engine);
    if (await findAccount(db, demo.username)) {
      console.log('The demonstration farm is here already.');
    } else {
      const passwordHash = await createPasswords().hash(demo.password);
      const { userId, farmId } = await inTransaction(db, (tx) => addAccount(tx, { ...demo, passwordHash }, new Date()));
      await inFarmTransaction(db, farmId, async (tx) => {
        await assignPlan(tx, farmId, 'premium', new Date());
        await setAddress(tx, userId, { email: demo.email, emailConfirmedAt: new Date().toISOString(), emailTypedIn: null });
        await updateProfile(tx, farmId, userId, { farmName: 'Hollow Oak Farm', ownerName: 'Dana Oakley', phone: '555 0134' });
      });
      const today = calendarDateOf(new Date());
      await createDemoFarm(db, farmId, today);
      await addPhotos({ db, pictures: openPictures(config) }, farmId, today);
    }
  } finally {
    await db.destroy();
  }
  console.log(
    `Sign in with the username '${demo.username}' and the password '${demo.password}'. Everyone can know them: not for a server that others reach.`,
  );
}
