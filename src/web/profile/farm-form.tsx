import { Controller, useWatch, useForm } from 'react-hook-form';
import { type CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { useRights, useCurrentUser } from '#web/lib/session/session.ts';
import { useProfile } from '#web/lib/session/profile.ts';
import { toast } from '#web/lib/use-toast.ts';
import { bySchema, Form, LongTextField, SubmitButton, TextField, byRules } from '#web/components/forms/form.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { Card, CardContent, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { type Entries, entriesOf, entryLabels, farmMergeFields } from './farm-entries.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { isPictureUrl } from '#domain/records/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Bell } from '#web/ui/icons.tsx';
import { useMutation } from '@tanstack/react-query';
import { uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { ApiError, errorMessage } from '#web/lib/server/api.ts';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { PasswordField } from '#web/components/forms/password-field.tsx';

export function FarmForm({ user }: { user: CurrentUser }) {
  const { stored: profile, readStored, change } = useProfile(user, entriesOf);
  const { withPassword, dialog } = usePasswordQuestion();
  const record = useRecordForm<typeof profile, Entries, ProfileChange, typeof profile, Proof>({
    what: 'Your profile',
    failure: 'Failed to update profile',
    isFailureToasted: true,
    stored: profile,
    readStored,
    mergeFields: farmMergeFields,
    valuesOf: (stored) => entriesOf(stored ?? profile),
    resolver: bySchema(ProfileChange),
    draft: { form: 'profile' },
    ask: withPassword,
    send: (entries, { version }, proof) => change({ ...entries, version, ...proof }),
    onSaved: (saved) => {
      record.restart(saved);
      toast({ title: 'Profile Updated' });
    },
  });
  const { form, submit } = record;
  const { control } = form;
  const entries = useWatch({ control }) as Entries;
  const mayManage = useRights().has('manage');

  return (
    <Card>
      <Form form={form} onSubmit={submit} className="flex flex-col">
        <CardHeader
          title="Farm Information"
          description="Of these details, the marketplace shows only the farm name and email address with your animals"
        />
        <CardContent className="grid gap-5 sm:grid-cols-2">
          <div className="empty:hidden sm:col-span-2 [&>*]:mb-0">
            <RecordNotices record={record} />
          </div>
          {mayManage && (
            <Controller
              control={control}
              name="logoUrl"
              render={({ field }) => (
                <LogoField value={field.value ?? null} onChange={field.onChange} className="sm:col-span-2" />
              )}
            />
          )}
          {mayManage && <TextField control={control} name="farmName" label={entryLabels.farmName} autoComplete="organization" />}
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
            {entries.email === user.email && (
              <UnconfirmedEmail until="you get no emails about plans and payments, nobody can write to you about a listing, and you can invite nobody" />
            )}
          </div>
          <TextField control={control} name="phone" label={entryLabels.phone} type="tel" inputMode="tel" autoComplete="tel" />
          {mayManage && (
            <LongTextField
              control={control}
              name="address"
              label={entryLabels.address}
              autoComplete="street-address"
              rows={3}
              className="sm:col-span-2"
            />
          )}
        </CardContent>
        <CardFooter className="justify-end">
          {record.isTyped(entries) && <p className="me-auto text-muted-foreground">You have unsaved changes.</p>}
          <SubmitButton busyLabel="Saving..." className="w-full sm:w-auto">
            Save Changes
          </SubmitButton>
        </CardFooter>
      </Form>
      {dialog}
    </Card>
  );
}

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

function useUploadLogo(onUploaded: (logoUrl: string) => void) {
  return useMutation({
    mutationFn: (file: File) => uploadImage(file),
    onSuccess: ({ imageUrl }) => {
      onUploaded(imageUrl);
      toast({ title: 'Logo uploaded successfully', description: 'It is kept when you save the changes.' });
    },
    onError: (error) =>
      toast({ title: 'Error', description: uploadSentence(error, 'Failed to upload logo'), variant: 'destructive' }),
  });
}

interface Question {
  /** What was wrong with the password before. */
  readonly wrong: string | undefined;
  readonly isBusy: boolean;
  readonly isOpen: boolean;
  readonly answer: (password: string | undefined) => void;
}

interface Proof {
  readonly currentPassword?: string;
}

/**
 * Changing the email address needs the password if the last sign-in was some time ago. `dialog` must not be inside a form.
 */
function usePasswordQuestion() {
  const [question, setQuestion] = useState<Question>();

  const ask = (wrong: string | undefined): Promise<string | undefined> =>
    new Promise((resolve) => {
      const answer = (password: string | undefined) => {
        setQuestion((asked) => asked && { ...asked, isBusy: true, isOpen: password !== undefined });
        resolve(password);
      };
      setQuestion({ wrong, isBusy: false, isOpen: true, answer });
    });

  /** Resolves with undefined if no password is given. */
  const withPassword = async <R,>(save: (proof: Proof) => Promise<R>): Promise<R | undefined> => {
    const attempt = async (proof: Proof): Promise<R | undefined> => {
      try {
        return await save(proof);
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code !== 'accounts.password_needed' && code !== 'accounts.wrong_password') throw error;
        const currentPassword = await ask(code === 'accounts.wrong_password' ? errorMessage(error, '') : undefined);
        return currentPassword === undefined ? undefined : attempt({ currentPassword });
      }
    };
    try {
      return await attempt({});
    } finally {
      setQuestion((asked) => asked && { ...asked, isOpen: false });
    }
  };

  const dialog = question && (
    <Dialog
      isOpen={question.isOpen}
      onClose={() => question.answer(undefined)}
      title="Enter your password"
      description="Your email address is where a new password is sent, so only you should change it."
    >
      <PasswordForm {...question} />
    </Dialog>
  );
  return { withPassword, dialog };
}

function PasswordForm({ wrong, isBusy, answer }: Question) {
  const { data: user } = useCurrentUser();
  const form = useForm({
    resolver: byRules(({ password }: { password: string }) => (password === '' ? { password: 'Enter your password' } : {})),
    defaultValues: { password: '' },
  });

  return (
    <DialogForm
      form={form}
      onSubmit={({ password }) => answer(password)}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      isBusy={isBusy}
    >
      {/* Tells a password manager whose password is asked for. */}
      <input type="text" name="username" autoComplete="username" defaultValue={user?.username} hidden />
      <PasswordField control={form.control} name="password" label="Current password" error={wrong} />
    </DialogForm>
  );
}
