import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { call, NetworkError } from '#web/lib/server/api.ts';
import { refreshCurrentUser, useRights } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Puts a picture beneath the outlines, for those who may change the farm's settings. */
export function PlanPicture({ picture }: { picture: string | null }) {
  const client = useQueryClient();
  const mayManage = useRights().has('manage');
  const save = async (planPicture: string | null) => {
    await call('changeProfile', { body: { planPicture } });
    await refreshCurrentUser(client);
  };
  const upload = useMutation({
    mutationFn: async (file: File) => save((await uploadImage(file)).imageUrl),
    onSuccess: () => toast({ title: picture === null ? 'Picture added to the plan' : 'Picture of the plan changed' }),
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          error instanceof NetworkError
            ? 'The picture cannot be sent without signal. Try again later.'
            : uploadSentence(error, 'Failed to upload the picture'),
        variant: 'destructive',
      }),
  });
  const { mutate: change, isPending: isChanging } = useMutation({
    mutationFn: save,
    onError: (error) => toastFailure(error, 'Could not change the picture of the plan'),
  });
  if (!mayManage) return null;
  const remove = () =>
    change(null, {
      onSuccess: () =>
        toast({ title: 'Picture removed from the plan', action: { label: 'Undo', onPress: () => change(picture) } }),
    });
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <FileButton
        variant="outline"
        accept="image/*"
        disabled={upload.isPending || isChanging}
        onChoose={(file) => upload.mutate(file)}
      >
        {upload.isPending ? <Spinner /> : <ImageUp aria-hidden />}
        {upload.isPending ? 'Uploading...' : picture === null ? 'Add a picture' : 'Change picture'}
      </FileButton>
      {picture !== null && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Remove the picture"
          disabled={upload.isPending || isChanging}
          onClick={remove}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
    </div>
  );
}
