/* The empty program. Its flash and RAM are subtracted. */
int main(void)
{
    for (;;) {
    }
}
