import { useMutation } from '@tanstack/react-query';
import { uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { toast } from '#web/lib/use-toast.ts';

export function useUploadLogo(onUploaded: (logoUrl: string) => void) {
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
