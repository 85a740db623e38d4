/*
 * The functions of <math.h> for a program whose C library is Zephyr's minimal one, which has only square
 * roots. The compiler's own mathematical library has their code: see CMakeLists.txt and libm.c.
 */
#ifndef POLYLOOP_MATH_H
#define POLYLOOP_MATH_H

#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

#define M_E 2.71828182845904523536
#define M_LN10 2.30258509299404568402
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_SQRT2 1.41421356237309504880

#define isfinite(value) __builtin_isfinite(value)
#define isinf(value) __builtin_isinf(value)
#define isnan(value) __builtin_isnan(value)
#define signbit(value) __builtin_signbit(value)

#ifdef __cplusplus
extern "C" {
#endif

double acos(double value);
float acosf(float value);
double acosh(double value);
float acoshf(float value);
double asin(double value);
float asinf(float value);
double asinh(double value);
float asinhf(float value);
double atan(double value);
float atanf(float value);
double atanh(double value);
float atanhf(float value);
double cbrt(double value);
float cbrtf(float value);
double ceil(double value);
float ceilf(float value);
double cos(double value);
float cosf(float value);
double cosh(double value);
float coshf(float value);
double exp(double value);
float expf(float value);
double exp2(double value);
float exp2f(float value);
double expm1(double value);
float expm1f(float value);
double fabs(double value);
float fabsf(float value);
double floor(double value);
float floorf(float value);
double log(double value);
float logf(float value);
double log10(double value);
float log10f(float value);
double log1p(double value);
float log1pf(float value);
double log2(double value);
float log2f(float value);
double rint(double value);
float rintf(float value);
double round(double value);
float roundf(float value);
double sin(double value);
float sinf(float value);
double sinh(double value);
float sinhf(float value);
double sqrt(double value);
float sqrtf(float value);
double tan(double value);
float tanf(float value);
double tanh(double value);
float tanhf(float value);
double trunc(double value);
float truncf(float value);
double atan2(double first, double second);
float atan2f(float first, float second);
double fdim(double first, double second);
float fdimf(float first, float second);
double fmax(double first, double second);
float fmaxf(float first, float second);
double fmin(double first, double second);
float fminf(float first, float second);
double fmod(double first, double second);
float fmodf(float first, float second);
double hypot(double first, double second);
float hypotf(float first, float second);
double pow(double first, double second);
float powf(float first, float second);
double fma(double first, double second, double third);
float fmaf(float first, float second, float third);
double frexp(double value, int *exponent);
float frexpf(float value, int *exponent);
double ldexp(double value, int exponent);
float ldexpf(float value, int exponent);
double modf(double value, double *whole);
float modff(float value, float *whole);
long lrint(double value);
long lrintf(float value);
long lround(double value);
long lroundf(float value);

#ifdef __cplusplus
}
#endif

#endif
