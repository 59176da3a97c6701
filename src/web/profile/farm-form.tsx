import { useState, type ChangeEvent, useId, useRef } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { type CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { restored } from '#web/lib/drafts.ts';
import {
  bySchema,
  Form,
  LongTextField,
  SubmitButton,
  TextField,
  byRules,
  restartForm,
  showFieldErrors,
} from '#web/components/form.tsx';
import { useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { Card, CardContent, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { type Entries, entryLabels, entryNames, entriesOf, farmMergeFields } from './farm-entries.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { useCurrentUser, refreshCurrentUser } from '#web/lib/session.ts';
import { Dialog, DialogContent, DialogHeader } from '#web/components/dialog.tsx';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { ImageUp } from 'lucide-react';
import { isPictureUrl } from '#domain/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Bell } from '#web/ui/icons.tsx';
import { useUploadLogo, asksForPassword, useSaveProfile } from './profile.data.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, errorMessage } from '#web/lib/api.ts';
import { useMergingSave } from '#web/components/use-merging-save.ts';

type FarmFormState = UseFormReturn<Entries, unknown, ProfileChange>;

interface Base {
  readonly values: ReturnType<typeof entriesOf>;
  readonly version: string;
}

const baseOf = (user: CurrentUser): Base => ({ values: entriesOf(user), version: user.profileVersion });

function useSaveFarm(user: CurrentUser, form: FarmFormState, opened: Base) {
  const client = useQueryClient();
  const saveProfile = useSaveProfile();
  const { base, merge, save, restart } = useMergingSave<Entries, Base, ProfileChange>({
    opened,
    readStored: async () => {
      const stored = await refreshCurrentUser(client);
      return stored ? baseOf(stored) : undefined;
    },
    mergeFields: () => farmMergeFields,
    form,
  });
  const [changeNeedingPassword, setChangeNeedingPassword] = useState<ProfileChange | null>(null);

  const resetTo = (stored: CurrentUser) => {
    restart(baseOf(stored));
    restartForm(form, entriesOf(stored));
  };

  const submit = async (change: ProfileChange, proof: { currentPassword?: string } = {}) => {
    try {
      const saved = await save(({ version }) => saveProfile.mutateAsync({ ...change, version, ...proof }));
      setChangeNeedingPassword(null);
      resetTo(saved);
    } catch (error) {
      setChangeNeedingPassword(asksForPassword(error) ? change : null);
      showFieldErrors(error, form);
    }
  };

  const password = {
    isOpen: changeNeedingPassword !== null,
    isBusy: saveProfile.isPending,
    passwordError:
      changeNeedingPassword && hasCode(saveProfile.error, 'accounts.wrong_password')
        ? errorMessage(saveProfile.error, '')
        : undefined,
    onConfirm: (currentPassword: string) => changeNeedingPassword && void submit(changeNeedingPassword, { currentPassword }),
    onCancel: () => setChangeNeedingPassword(null),
  };

  return { submit, discard: () => resetTo(user), isSaving: saveProfile.isPending, merge, password, base };
}

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

interface LogoFieldProps {
  value: string | null;
  onChange: (logoUrl: string | null) => void;
  className?: string;
}

function LogoField({ value, onChange, className }: LogoFieldProps) {
  const labelId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo(onChange);

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Otherwise choosing the same file again would fire no event.
    event.target.value = '';
    if (file) upload.mutate(file);
  };

  return (
    <fieldset aria-labelledby={labelId} className={cn('flex flex-wrap items-center gap-x-5 gap-y-3', className)}>
      <div className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-2xl border bg-muted">
        {isPictureUrl(value) ? (
          <img src={value} alt="The farm's logo" className="size-full object-cover" />
        ) : (
          <Bell aria-hidden className="size-10 text-muted-foreground" />
        )}
      </div>
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <p id={labelId} className="text-sm font-semibold">
          Farm logo
        </p>
        <div className="flex flex-wrap gap-2">
          <input ref={picker} type="file" accept="image/*" hidden aria-label="Choose a logo" onChange={pick} />
          <Button variant="outline" busy={upload.isPending} onClick={() => picker.current?.click()}>
            {!upload.isPending && <ImageUp aria-hidden />}
            {upload.isPending ? 'Uploading...' : 'Upload Logo'}
          </Button>
          {value && (
            <Button variant="ghost" disabled={upload.isPending} onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
        </div>
        <p className="text-sm text-muted-foreground">JPEG, PNG, GIF or WebP, at most 10 MB</p>
      </div>
    </fieldset>
  );
}

interface ConfirmPasswordDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  passwordError: string | undefined;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

/** Changing the email address needs the password if the last sign-in was some time ago. */
function ConfirmPasswordDialog({ isOpen, onCancel, ...form }: ConfirmPasswordDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onCancel}>
      <DialogContent>
        <DialogHeader
          title="Enter your password"
          description="Your email address is where a new password is sent, so only you should change it."
        />
        <PasswordForm {...form} />
      </DialogContent>
    </Dialog>
  );
}

function PasswordForm({ isBusy, passwordError, onConfirm }: Omit<ConfirmPasswordDialogProps, 'isOpen' | 'onCancel'>) {
  const { data: user } = useCurrentUser();
  const form = useForm({
    resolver: byRules(({ password }: { password: string }) => (password === '' ? { password: 'Enter your password' } : {})),
    defaultValues: { password: '' },
  });

  return (
    <DialogForm
      form={form}
      onSubmit={({ password }) => onConfirm(password)}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      isBusy={isBusy}
    >
      {/* Tells a password manager whose password is asked for. */}
      <input type="text" name="username" autoComplete="username" defaultValue={user?.username} hidden />
      <TextField
        control={form.control}
        name="password"
        label="Current password"
        error={passwordError}
        as={PasswordInput}
        autoComplete="current-password"
      />
    </DialogForm>
  );
}

interface FarmDraft {
  readonly base: { readonly entries: Base['values']; readonly version: string };
  readonly entries: Entries;
}

export function FarmForm({ user }: { user: CurrentUser }) {
  const draft = useDraft<FarmDraft>('profile');
  const [opened] = useState(() => (draft.stored ? { ...draft.stored.base, values: draft.stored.base.entries } : baseOf(user)));
  const form = useForm<Entries, unknown, ProfileChange>({
    resolver: bySchema(ProfileChange),
    defaultValues: restored(opened.values, draft.stored?.entries),
  });
  const { control } = form;
  const { submit, discard, isSaving, merge, password, base } = useSaveFarm(user, form, opened);
  const entries = useWatch({ control });
  const isTyped = hasChanged(entries, base.values);
  useFormDraft(draft, form, (typed) =>
    hasChanged(typed, base.values) ? { base: { entries: base.values, version: base.version }, entries: typed } : undefined,
  );

  return (
    <Card>
      <Form form={form} onSubmit={(change) => submit(change)} className="flex flex-col">
        <CardHeader
          title="Farm Information"
          description="Of these details, the marketplace shows only the farm name and email address with your animals"
        />
        <CardContent className="grid gap-5 sm:grid-cols-2">
          {draft.stored && isTyped && !merge && (
            <div className="sm:col-span-2">
              <DraftNotice onDiscard={discard} />
            </div>
          )}
          {merge && (
            <div className="sm:col-span-2">
              <ChangedElsewhere what="Your profile" merge={merge} form={form} />
            </div>
          )}
          <Controller
            control={control}
            name="logoUrl"
            render={({ field }) => <LogoField value={field.value ?? null} onChange={field.onChange} className="sm:col-span-2" />}
          />
          <TextField control={control} name="farmName" label={entryLabels.farmName} autoComplete="organization" />
          <TextField control={control} name="ownerName" label={entryLabels.ownerName} autoComplete="name" />
          <div className="flex flex-col gap-1.5">
            <TextField
              control={control}
              name="email"
              label={entryLabels.email}
              type="email"
              inputMode="email"
              autoComplete="email"
            />
            {!user.emailConfirmed && entries.email === user.email && (
              <UnconfirmedEmail until="you get no emails about plans and payments, nobody can write to you about a listing, and you can invite nobody" />
            )}
          </div>
          <TextField control={control} name="phone" label={entryLabels.phone} type="tel" inputMode="tel" autoComplete="tel" />
          <LongTextField
            control={control}
            name="address"
            label={entryLabels.address}
            autoComplete="street-address"
            rows={3}
            className="sm:col-span-2"
          />
        </CardContent>
        <CardFooter className="justify-end">
          {isTyped && <p className="me-auto text-muted-foreground">You have unsaved changes.</p>}
          <SubmitButton busy={isSaving} busyLabel="Saving..." className="w-full sm:w-auto">
            Save Changes
          </SubmitButton>
        </CardFooter>
      </Form>
      <ConfirmPasswordDialog {...password} />
    </Card>
  );
}

type Shown = Pick<Entries, (typeof entryNames)[number]>;

const hasChanged = (entries: Shown, base: Shown): boolean => entryNames.some((name) => entries[name] !== base[name]);
